"""The build backend of the package, as PEP 517 defines it: pip calls these functions. From Python 3.11 on,
the module uses only the standard library, so that pip install works without a network."""

import base64
import hashlib
import io
import os
import pathlib
import sys
import tarfile
import zipfile
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_FOLDER = pathlib.Path(__file__).parent
_PROJECT = tomllib.loads((_FOLDER / "pyproject.toml").read_text())["project"]
_NAME = f"{_PROJECT['name']}-{_PROJECT['version']}"
_INFO = f"{_NAME}.dist-info"
_METADATA = f"""Metadata-Version: 2.4
Name: {_PROJECT["name"]}
Version: {_PROJECT["version"]}
Summary: {_PROJECT["description"]}
Requires-Python: {_PROJECT["requires-python"]}
License-Expression: {_PROJECT["license"]}
License-File: {_PROJECT["license-files"][0]}
"""
for _extra, _needs in _PROJECT["optional-dependencies"].items():
    _METADATA += f"Provides-Extra: {_extra}\n" + "".join(f"Requires-Dist: {need}; extra == '{_extra}'\n" for need in _needs)
_WHEEL = b"Wheel-Version: 1.0\nGenerator: gamed backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def _files(*patterns: str) -> dict[str, bytes]:
    """Return the contents of files by name, in order."""
    return {p.relative_to(_FOLDER).as_posix(): p.read_bytes() for pattern in patterns for p in sorted(_FOLDER.glob(pattern))}


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """Write the wheel and return its name."""
    files = _files("gamed/*.py", "gamed/py.typed")
    files |= {f"{_INFO}/licenses/{name}": data for name, data in _files(*_PROJECT["license-files"]).items()}
    files |= {f"{_INFO}/METADATA": _METADATA.encode(), f"{_INFO}/WHEEL": _WHEEL}
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{_INFO}/RECORD"] = f"{record}{_INFO}/RECORD,,\n".encode()
    wheel = f"{_NAME}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)  # with a fixed date: equal files give equal bytes
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return wheel


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """Write the source archive and return its name."""
    files = _files("gamed/*.py", "gamed/py.typed", "*.py", "*.toml", *_PROJECT["license-files"]) | {"PKG-INFO": _METADATA.encode()}
    archive = f"{_NAME}.tar.gz"
    with tarfile.open(os.path.join(sdist_directory, archive), "w:gz") as tar:
        for name, data in files.items():
            entry = tarfile.TarInfo(f"{_NAME}/{name}")
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return archive
