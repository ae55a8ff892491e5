"""Holds coherent-export to docs/export.md: checkpoints written with numpy, values in Python."""

import json
import os
import signal
import struct
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np

from tools.reference import coherent_reference as reference

EXPORT = "tools/export/coherent-export"
FENS = "testdata/bench.epd"
TABLE = [0, 1, 2, 3, 4, 4, 5, 5] + 8 * [6] + 16 * [7]
WIDTH, K2, K3, SCALE = 32, 8, 8, 150
THREATS = reference.THREAT_ROWS


def random_tensors(seed: int, threats: bool) -> dict[str, np.ndarray]:
    random = np.random.default_rng(seed)

    def draw(spread: float, *shape: int) -> np.ndarray:
        return random.uniform(-spread, spread, shape).astype(np.float32)

    tensors = {
        "ft.piece.weight": draw(0.1, 8 * 768, WIDTH), "ft.bias": draw(0.5, WIDTH),
        "ft.piece.shared.weight": draw(0.1, 768, WIDTH),
        "l2.weight": draw(0.3, K2, 2 * WIDTH), "l2.bias": draw(0.5, K2),
        "l3.weight": draw(0.7, K3, K2), "l3.bias": draw(0.5, K3),
        "out.weight": draw(0.5, 1, K3), "out.bias": draw(0.5, 1),
    }  # fmt: skip
    if threats:
        tensors["ft.threat.fine.weight"] = draw(0.05, THREATS, WIDTH)
        tensors["ft.threat.coarse.weight"] = draw(0.05, 9216, WIDTH)
        # Some rows are too large for 8 bits.
        tensors["ft.threat.fine.weight"][::50] *= 40
    return tensors


def checkpoint_bytes(tensors: dict[str, np.ndarray]) -> bytes:
    """A safetensors file, laid out by hand."""
    architecture = {"width": WIDTH, "buckets": 8, "k2": K2, "k3": K3,
                    "threats": "ft.threat.fine.weight" in tensors}  # fmt: skip
    header: dict = {"__metadata__": {
        "coherent.arch": json.dumps(architecture),
        "coherent.bucket_table": json.dumps(TABLE),
        "coherent.output_scale": str(SCALE),
    }}  # fmt: skip
    data = b""
    for name, tensor in tensors.items():
        start, data = len(data), data + tensor.tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape),
                        "data_offsets": [start, len(data)]}  # fmt: skip
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def rounded(tensor: np.ndarray, factor: float) -> np.ndarray:
    return np.rint(tensor.astype(np.float64) * factor).astype(np.int64)


def expected_net(tensors: dict[str, np.ndarray]) -> reference.Net:
    """What the checkpoint should become, by docs/export.md."""
    wide = {name: tensor.astype(np.float64) for name, tensor in tensors.items()}
    piece = wide["ft.piece.weight"] + np.tile(wide["ft.piece.shared.weight"], (8, 1))
    threat = np.zeros((0, WIDTH))
    if "ft.threat.fine.weight" in wide:
        coarse = [(attacker * 12 + target) * 64 + target_square
                  for attacker, _, target_square, target in reference.THREAT_NUMBERS]  # fmt: skip
        threat = wide["ft.threat.fine.weight"] + wide["ft.threat.coarse.weight"][coarse]
    unit = 2**14
    return reference.Net(
        WIDTH, SCALE, TABLE, rounded(piece, 255), rounded(threat, 255),
        rounded(wide["ft.bias"], 255), rounded(wide["l2.weight"], unit),
        rounded(wide["l2.bias"], 255 * unit), rounded(wide["l3.weight"], unit),
        rounded(wide["l3.bias"], 255 * unit), rounded(wide["out.weight"][0], unit),
        int(rounded(wide["out.bias"], 255 * unit)[0]), {},
    )  # fmt: skip


def values(net: reference.Net, sections: bool = False) -> list[int]:
    held = reference.sections_of(net) if sections else None
    return [value for _, _, value in reference.values_of(net, FENS, held)]


def checkpoint_of(net: reference.Net) -> dict[str, np.ndarray]:
    """The floats that a net without threats was rounded from, or others that round the same."""
    unit = 2**14
    wide = {
        "ft.piece.weight": net.piece / 255, "ft.bias": net.b1 / 255,
        "l2.weight": net.v2 / unit, "l2.bias": net.c2 / (255 * unit),
        "l3.weight": net.v3 / unit, "l3.bias": net.c3 / (255 * unit),
        "out.weight": net.v4[None] / unit, "out.bias": np.array([net.c4 / (255 * unit)]),
    }  # fmt: skip
    return {name: tensor.astype(np.float32) for name, tensor in wide.items()}


class ExportTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.checkpoint = Path(folder.name) / "net.safetensors"
        self.net = Path(folder.name) / "net.net"

    def start(self, *options: str) -> subprocess.Popen:
        command = [EXPORT, self.checkpoint, "--out", self.net, *options]
        return subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace"
        )

    def export(self, *options: str) -> reference.Net:
        process = self.start(*options)
        error = process.communicate()[1]
        self.assertEqual(process.returncode, 0, error)
        return reference.read_net(str(self.net))

    def test_rounds_as_the_page_says(self):
        for threats in (False, True):
            tensors = random_tensors(1, threats)
            # Ties go to the even number.
            tensors["out.weight"][0, :4] = np.array([0.5, 1.5, 2.5, -0.5]) / 2**14
            self.checkpoint.write_bytes(checkpoint_bytes(tensors))
            found, expected = self.export(), expected_net(tensors)
            for name in ("piece", "threat", "b1", "v2", "c2", "v3", "c3", "v4"):
                np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), name)
            self.assertEqual(found.c4, expected.c4)
            self.assertEqual(found.v4[:4].tolist(), [0, 2, 2, 0])
            self.assertEqual(values(found), values(expected))

    def test_sections_and_order_change_no_value(self):
        tensors = random_tensors(2, True)
        self.checkpoint.write_bytes(checkpoint_bytes(tensors))
        expected = values(expected_net(tensors))
        self.assertGreater(len(set(expected)), 30)
        for sections in ("none", "zero-point", "int8", "fold", "fold,int8", "all"):
            for reorder in ((), ("--reorder", FENS)):
                net = self.export("--sections", sections, *reorder)
                self.assertEqual(values(net, sections=True), expected, (sections, reorder))
        self.assertEqual(len(reference.fold_pairs(net)), 17_598)
        self.assertEqual(sorted(net.sections), [b"FOLD___1", b"ROWS8__1", b"ZEROPNT1"])

    def test_a_net_turned_back_into_a_checkpoint_gives_the_same_bytes(self):
        self.checkpoint.write_bytes(checkpoint_bytes(random_tensors(8, False)))
        first = self.export("--sections", "all")
        bytes_of_first = self.net.read_bytes()
        self.checkpoint.write_bytes(checkpoint_bytes(checkpoint_of(first)))
        self.export("--sections", "all")
        self.assertEqual(self.net.read_bytes(), bytes_of_first)

    def test_equal_checkpoints_give_equal_bytes(self):
        self.checkpoint.write_bytes(checkpoint_bytes(random_tensors(3, True)))
        self.export("--sections", "all", "--reorder", FENS)
        first = self.net.read_bytes()
        self.export("--sections", "all", "--reorder", FENS)
        self.assertEqual(self.net.read_bytes(), first)

    def refuse(self, data: bytes, *fragments: str):
        self.net.write_bytes(b"the old net")
        self.checkpoint.write_bytes(data)
        process = self.start()
        error = process.communicate()[1]
        self.assertEqual(process.returncode, 2, error)
        for fragment in fragments:
            self.assertIn(fragment, error)
        self.assertEqual(self.net.read_bytes(), b"the old net")

    def test_refuses_what_is_no_checkpoint_and_keeps_the_old_net(self):
        tensors = random_tensors(4, False)
        good = checkpoint_bytes(tensors)
        for size in (0, 7, 8, 100, len(good) - 1):
            self.refuse(good[:size])
        self.refuse(good + b"x")
        self.refuse(good + good)
        for bit in (3, 61, 64, 500, 3000):  # of the header and its length
            flipped = bytearray(good)
            flipped[bit // 8] ^= 1 << bit % 8
            self.refuse(bytes(flipped))

    def test_names_the_tensor_that_is_wrong(self):
        tensors = random_tensors(5, False)
        self.refuse(checkpoint_bytes({**tensors, "l9.weight": tensors["l2.bias"]}), "l9.weight")
        self.refuse(checkpoint_bytes({**tensors, "l2.bias": tensors["l2.bias"][:4]}),
                    "l2.bias", "[4]", "[8]")  # fmt: skip
        for bad in (np.nan, np.inf):
            broken = tensors["l3.weight"].copy()
            broken[2, 5] = bad
            self.refuse(checkpoint_bytes({**tensors, "l3.weight": broken}), "l3.weight", "finite")
        # What PyTorch calls the tensors of a compiled model.
        self.refuse(checkpoint_bytes({"_orig_mod." + name: tensors[name] for name in tensors}),
                    "ft.piece.weight", "missing")  # fmt: skip
        del tensors["out.bias"]
        self.refuse(checkpoint_bytes(tensors), "out.bias", "missing")

    def test_a_flipped_bit_of_the_net_is_noticed(self):
        self.checkpoint.write_bytes(checkpoint_bytes(random_tensors(6, False)))
        self.export("--sections", "all")
        good = self.net.read_bytes()
        for byte in np.random.default_rng(1).integers(0, len(good), 40).tolist():
            flipped = bytearray(good)
            flipped[byte] ^= 4
            self.net.write_bytes(flipped)
            with self.assertRaises(reference.BadInput, msg=f"byte {byte}"):
                reference.read_net(str(self.net))

    def test_killed_at_any_time_it_leaves_the_old_net_or_the_new_one(self):
        self.checkpoint.write_bytes(checkpoint_bytes(random_tensors(7, True)))
        began = time.monotonic()
        self.export("--sections", "all")
        seconds = time.monotonic() - began
        new = self.net.read_bytes()
        killed = 0
        for step in range(12):
            self.net.write_bytes(b"the old net")
            process = self.start("--sections", "all")
            time.sleep(seconds * step / 10)
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
            killed += process.returncode == -signal.SIGKILL
            self.assertIn(self.net.read_bytes(), (b"the old net", new))
        self.assertGreater(killed, 0)


if __name__ == "__main__":
    unittest.main()
