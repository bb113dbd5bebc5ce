"""Fills a folder with what the conversations in Python need: `install.py folder`.

The packages of requirements.txt, and of the bundle in collection.txt only the collection kubernetes.core.
"""

import pathlib
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).parent
COLLECTION = "ansible_collections/kubernetes/core/"
CHECKED = ["--disable-pip-version-check", "--quiet", "--only-binary", ":all:", "--require-hashes"]


def pip(*arguments):
    # What pip says goes to standard error.
    subprocess.run([sys.executable, "-m", "pip", *arguments], check=True, stdout=sys.stderr)


def main():
    target = pathlib.Path(sys.argv[1])
    # What else is installed on this machine does not matter.
    pip(
        "install",
        *CHECKED,
        "--no-warn-conflicts",
        "--target",
        str(target),
        "-r",
        str(HERE / "requirements.txt")
    )
    with tempfile.TemporaryDirectory() as folder:
        pip("download", *CHECKED, "--no-deps", "--dest", folder, "-r", str(HERE / "collection.txt"))
        [wheel] = pathlib.Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as bundle:
            bundle.extractall(target, [name for name in bundle.namelist() if name.startswith(COLLECTION)])


main()
