#include "lib/net/kernels/kernels.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/huge_array.h"
#include "lib/base/int.h"
#include "lib/base/random.h"

namespace coherent::net {
namespace {

constexpr int kWidths[] = {32, 64, 96, 160, 768, 1536, 4096};

class KernelsTest : public testing::TestWithParam<const Kernels*> {
 protected:
  void SetUp() override {
    if (!CpuSupports(*GetParam())) GTEST_SKIP() << "this CPU lacks " << GetParam()->name;
  }

  template <class T>
  HugeArray<T> Numbers(size_t size, int min, int max) {
    HugeArray<T> numbers(size);
    for (T& number : numbers) number = static_cast<T>(min + random_.Below(max - min + 1));
    return numbers;
  }

  Random random_{/*seed=*/1};
};

std::vector<i16> Copy(const HugeArray<i16>& array) { return {array.begin(), array.end()}; }

// Pointers to rows [count][width].
template <class T>
std::vector<const T*> RowsOf(const HugeArray<T>& rows, int width) {
  std::vector<const T*> pointers;
  for (size_t first = 0; first < rows.size(); first += width) pointers.push_back(&rows[first]);
  return pointers;
}

RowList ListOf(const std::vector<const i16*>& wide, const std::vector<const i8*>& narrow) {
  return {wide.data(), static_cast<int>(wide.size()), narrow.data(),
          static_cast<int>(narrow.size())};
}

TEST_P(KernelsTest, UpdateAddsAndRemovesRowsModulo65536) {
  for (const int width : kWidths) {
    for (const int count : {0, 1, 5}) {
      const auto in = Numbers<i16>(width, -32'768, 32'767);
      const auto wide = Numbers<i16>(size_t{1} * 2 * count * width, -32'768, 32'767);
      const auto narrow = Numbers<i8>(size_t{1} * 2 * count * width, -128, 127);
      auto wide_rows = RowsOf(wide, width);
      auto narrow_rows = RowsOf(narrow, width);
      const std::vector<const i16*> wide_removed(wide_rows.begin() + count, wide_rows.end());
      const std::vector<const i8*> narrow_removed(narrow_rows.begin() + count, narrow_rows.end());
      wide_rows.resize(count);
      narrow_rows.resize(count);

      std::vector<i16> expected = Copy(in);
      for (int j = 0; j < width; ++j) {
        int sum = in[j];
        for (const i16* row : wide_rows) sum += row[j];
        for (const i8* row : narrow_rows) sum += row[j];
        for (const i16* row : wide_removed) sum -= row[j];
        for (const i8* row : narrow_removed) sum -= row[j];
        expected[j] = static_cast<i16>(sum);
      }
      HugeArray<i16> out(width);
      GetParam()->update(out.data(), in.data(), ListOf(wide_rows, narrow_rows),
                         ListOf(wide_removed, narrow_removed), width);
      ASSERT_EQ(Copy(out), expected) << width << " " << count;
    }
  }
}

TEST_P(KernelsTest, UpdateMayWriteWhereItReads) {
  auto sums = Numbers<i16>(96, -100, 100);
  const auto row = Numbers<i16>(96, -100, 100);
  std::vector<i16> expected = Copy(sums);
  for (int j = 0; j < 96; ++j) expected[j] = static_cast<i16>(expected[j] + row[j]);
  GetParam()->update(sums.data(), sums.data(), ListOf({row.data()}, {}), ListOf({}, {}), 96);
  EXPECT_EQ(Copy(sums), expected);
}

int Saturated(int value) { return std::clamp(value, -32'768, 32'767); }

TEST_P(KernelsTest, ActivateClamps) {
  for (const int width : kWidths) {
    for (const int size : {300, 32'767}) {
      for (const bool has_more : {false, true}) {
        const auto sums = Numbers<i16>(width, -size - 1, size);
        const auto offsets = Numbers<i16>(width, -size - 1, size);
        const auto more = Numbers<i16>(width, -size - 1, size);
        HugeArray<i16> activations(width);
        GetParam()->activate(activations.data(), sums.data(), offsets.data(),
                             has_more ? more.data() : nullptr, width);
        for (int j = 0; j < width; ++j) {
          int value = Saturated(sums[j] + offsets[j]);
          if (has_more) value = Saturated(value + more[j]);
          ASSERT_EQ(activations[j], std::clamp(value, 0, 255)) << j;
        }
      }
    }
  }
}

struct Layer {
  int inputs;
  int outputs;
  int largest_weight;
};

class Hidden {
 public:
  Hidden(const Layer& layer, Random& random)
      : layer_(layer),
        inputs_(layer.inputs),
        weights_(size_t{1} * layer.inputs * layer.outputs),
        bias_(layer.outputs) {
    for (i16& weight : weights_) {
      weight = static_cast<i16>(random.Below(2 * layer.largest_weight + 1) - layer.largest_weight);
    }
    for (i32& bias : bias_) bias = static_cast<i32>(random.Below(1 << 23)) - (1 << 22);
    for (int i = 0; i < layer.inputs; ++i) {
      if (random.Below(3) != 0) inputs_[i] = static_cast<i16>(random.Below(256));
    }
  }

  std::vector<i16> Expected() const {
    std::vector<i16> out;
    for (int k = 0; k < layer_.outputs; ++k) {
      i64 sum = bias_[k];
      for (int i = 0; i < layer_.inputs; ++i) {
        const size_t first = size_t{1} * (i / 2) * 2 * layer_.outputs;
        sum += i64{inputs_[i]} * weights_[first + size_t{2} * k + i % 2];
      }
      out.push_back(static_cast<i16>(std::clamp<i64>(sum >> 14, 0, 255)));
    }
    return out;
  }

  std::vector<i16> Computed(const Kernels& kernels) const {
    HugeArray<i16> out(layer_.outputs);
    kernels.hidden(out.data(), inputs_.data(), layer_.inputs / 2, weights_.data(), bias_.data(),
                   layer_.outputs);
    return Copy(out);
  }

 private:
  Layer layer_;
  HugeArray<i16> inputs_;
  HugeArray<i16> weights_;
  HugeArray<i32> bias_;
};

TEST_P(KernelsTest, HiddenEqualsThePlainSum) {
  for (const int inputs : {16, 32, 64, 192, 1536}) {
    for (int outputs = 16; outputs <= 128; outputs += outputs < 64 ? 16 : 32) {
      for (const int largest_weight : {600, 6'000}) {
        const Hidden hidden({inputs, outputs, largest_weight}, random_);
        ASSERT_EQ(hidden.Computed(*GetParam()), hidden.Expected()) << inputs << " " << outputs;
      }
    }
  }
}

TEST_P(KernelsTest, DotEqualsThePlainSum) {
  for (const int size : {32, 64, 96, 128}) {
    const auto a = Numbers<i16>(size, 0, 255);
    for (const int largest : {100, 32'767}) {
      const auto b = Numbers<i16>(size, -largest - 1, largest);
      i32 expected = 0;
      for (int i = 0; i < size; ++i) expected += a[i] * b[i];
      ASSERT_EQ(GetParam()->dot(a.data(), b.data(), size), expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryInstructionSet, KernelsTest, testing::ValuesIn(kAllKernels),
                         [](const auto& info) { return std::string(info.param->name); });

TEST(FindKernelsTest, KnowsNamesAndRefusesOthers) {
  EXPECT_EQ(FindKernels("generic"), &kGenericKernels);
  EXPECT_EQ(FindKernels("sse9"), nullptr);
  EXPECT_TRUE(CpuSupports(ChosenKernels()));
}

}  // namespace
}  // namespace coherent::net
