#include "tools/export/export.h"

#include <vector>

#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/export/quantise.h"
#include "lib/net/architecture.h"
#include "lib/net/format.h"
#include "lib/net/proof32.h"
#include "lib/train/checkpoint.h"

namespace coherent {
namespace {

using exporting::Clip;
using exporting::OutOfRange;
using exporting::Quantised;

Json ShapeOf(const net::Architecture& shape) {
  return {
      {"width", shape.width},     {"buckets", shape.buckets}, {"threat_rows", shape.threat_rows},
      {"hidden2", shape.hidden2}, {"hidden3", shape.hidden3}, {"output_scale", shape.output_scale}};
}

Json ClipsOf(const std::vector<Clip>& clips) {
  Json list = Json::array();
  for (const Clip& clip : clips) {
    list.push_back({{"tensor", clip.tensor.data()},
                    {"row", clip.row},
                    {"column", clip.column},
                    {"value", clip.value}});
  }
  return list;
}

void Print(const Json& report, const std::vector<Clip>& clips, std::ostream& out) {
  const Json& shape = report["shape"];
  out << report["net"].get<std::string>() << ": " << report["net_bytes"] << " bytes, width "
      << shape["width"] << ", buckets " << shape["buckets"] << ", threat rows "
      << shape["threat_rows"] << ", hidden layers " << shape["hidden2"] << " and "
      << shape["hidden3"] << ", output scale " << shape["output_scale"] << "\n"
      << "sha256 of the file: " << report["net_sha256"].get<std::string>() << "\n"
      << "sha256 of the checkpoint: " << report["checkpoint_sha256"].get<std::string>() << "\n"
      << "later sums fit 32 bits: proved\n"
      << "weights clipped: " << clips.size() << "\n";
  for (const Clip& clip : clips) out << "  " << clip.ToString() << "\n";
}

}  // namespace

absl::Status ExportNet(const ExportOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const std::string bytes, ReadFile(options.checkpoint));
  ASSIGN_OR_RETURN(train::Checkpoint checkpoint, train::ParseCheckpoint(options.checkpoint, bytes));
  net::Architecture& shape = checkpoint.shape.architecture;
  shape.output_scale = options.output_scale.value_or(shape.output_scale);
  RETURN_IF_ERROR(net::CheckArchitecture(options.checkpoint, shape));
  ASSIGN_OR_RETURN(const Quantised quantised,
                   exporting::Quantise(options.checkpoint, checkpoint,
                                       options.clip ? OutOfRange::kClip : OutOfRange::kRefuse));
  RETURN_IF_ERROR(net::ProveSumsFit32Bits(options.checkpoint, quantised.network));
  const std::string net = net::SerializeNetwork(quantised.network, net::Sections());
  RETURN_IF_ERROR(WriteFileAtomically(options.out, net));
  const Json report = {{"net", options.out},
                       {"net_bytes", net.size()},
                       {"net_sha256", Sha256Hex(net)},
                       {"checkpoint", options.checkpoint},
                       {"checkpoint_sha256", Sha256Hex(bytes)},
                       {"shape", ShapeOf(shape)},
                       {"clipped", ClipsOf(quantised.clips)}};
  if (options.json) {
    out << report.dump() << "\n";
  } else {
    Print(report, quantised.clips, out);
  }
  return absl::OkStatus();
}

}  // namespace coherent
