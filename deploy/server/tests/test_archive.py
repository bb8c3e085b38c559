"""The script to which PostgreSQL gives its log: what it answered with 0 is kept."""

import gzip
import subprocess

from units import ROOT

SCRIPT = ROOT / "deploy/server/archive-log"
NAME = "000000010000000000000007"


def archive(path, folder):
    return subprocess.run([SCRIPT, path, NAME, folder], capture_output=True, text=True)


def test_a_file_is_kept_compressed_and_a_second_asking_for_it_is_well(tmp_path):
    log = tmp_path / NAME
    log.write_bytes(b"orders" + bytes(1 << 20))
    for _ in range(2):
        ended = archive(log, tmp_path)
        assert (ended.returncode, ended.stderr) == (0, "")
    assert gzip.decompress((tmp_path / f"{NAME}.gz").read_bytes()) == log.read_bytes()
    assert {file.name for file in tmp_path.iterdir()} == {NAME, f"{NAME}.gz"}


def test_another_file_of_the_same_name_is_never_written_over(tmp_path):
    log = tmp_path / NAME
    log.write_bytes(b"first")
    archive(log, tmp_path)
    log.write_bytes(b"second")
    assert archive(log, tmp_path).returncode == 1
    assert gzip.decompress((tmp_path / f"{NAME}.gz").read_bytes()) == b"first"


def test_a_segment_that_cannot_be_stored_is_no_success(tmp_path):
    log = tmp_path / NAME
    log.write_bytes(b"orders")
    assert archive(log, tmp_path / "nowhere").returncode != 0
    assert archive(tmp_path / "missing", tmp_path).returncode != 0
    assert not (tmp_path / f"{NAME}.gz").exists()
