import pytest

from simpul_recorder.checks.paths import is_of_one_machine


@pytest.mark.parametrize(
    "text",
    [
        "/tmp/x", "/var/tmp", "/dev/shm/a", "/scratch/u/a", "/root/.cache", "/home/ana/m", "/Users/ana/m",
        "/content/base", "/kaggle/working/m", "/workspace/m", "/mnt/disk", "~/m", "~", "file:///m", "D:\\m",
        "d:/m", "$TMPDIR/x", "${TMPDIR}/x", "$HOME/x", "E:\\x", "C:\\Users\\a\\AppData\\Local\\Temp\\x",
    ],
)  # fmt: skip
def test_r10_2_a_path_of_one_machine_or_person_is_recognised(text: str) -> None:
    assert is_of_one_machine(text)


@pytest.mark.parametrize(
    "text", ["meta-llama/Llama-3.2-3B", "/tmpfs", "data/train.jsonl", "/homeless", "a~b", "https://x"]
)
def test_other_texts_are_left_alone(text: str) -> None:
    assert not is_of_one_machine(text)
