"""Builds the compiled engine; everything else about the package is in pyproject.toml."""

from __future__ import annotations

import gzip
import os
import shutil
import sys
import sysconfig
import tarfile
from pathlib import Path

import Cython
from Cython.Build import cythonize
from Cython.Compiler import Errors
from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

BUILD = os.environ.get("HANSA_BUILD", "release")
FLAGS = {
    # No code reads errno or floating point traps; comparisons are faster without them.
    # Python's own flags may include `-g`, which doubles the size of a wheel.
    "release": (["-O3", "-g0", "-fvisibility=hidden", "-DNDEBUG", "-fno-math-errno", "-fno-trapping-math"], []),
    "debug": (["-O1", "-g", "-UNDEBUG"], []),
    "sanitize": (
        ["-O1", "-g", "-UNDEBUG", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined",
         "-fno-omit-frame-pointer"],
        ["-fsanitize=address,undefined"],
    ),
    "threads": (["-O1", "-g", "-UNDEBUG", "-fsanitize=thread", "-fno-omit-frame-pointer"], ["-fsanitize=thread"]),
}
# The same for Microsoft's compiler, which has no sanitizer for undefined behaviour or threads.
MSVC_FLAGS = {"release": (["/O2", "/DNDEBUG"], []), "debug": (["/Od", "/Zi", "/UNDEBUG"], ["/DEBUG"])}
MSVC_PROCESSORS = {"x86-64-v3": ["/arch:AVX2"]}
EARLIEST = 315532800        # 1980, the earliest time that every archive can hold
# Of x86-64-v3, in every processor since about 2015
V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
# Cython's C always has these: tables of types.pxd that a module does not use.
QUIET = ["-Wno-unused-function", "-Wno-unused-variable", "-Wno-unused-const-variable"]
if BUILD not in FLAGS:
    raise SystemExit(f"HANSA_BUILD={BUILD}: choose one of {', '.join(FLAGS)}")


def refuse_hint(position: object, message: str, env: object = None) -> None:
    """A performance hint means Python code in a hot path, or an exception check that costs 27 ns a
    call: here it is an error."""
    raise SystemExit(f"{position}: performance hint: {message}")


def processor() -> str:
    """The processors to compile for: a wheel runs on every x86-64 since 2009, an installation from
    a checkout on this machine.

    `HANSA_PROCESSOR` chooses another: x86-64-v2, x86-64-v3, native. The target of Python's build
    decides, which need not be this machine; macOS may build for two processors at once, and then
    one flag cannot fit both.
    """
    if chosen := os.environ.get("HANSA_PROCESSOR"):
        return chosen
    if MACHINE not in ("x86_64", "amd64"):
        return ""
    in_place = {"editable_wheel", "build_ext"} & set(sys.argv)
    return "x86-64-v3" if in_place and features() >= V3 else "x86-64-v2"


def features() -> set[str]:
    """The features of this machine's processor, by Linux's names; empty where unknown."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return set()
    return {word for line in lines if line.startswith("flags") for word in line.split()}


def flags_of(compiler: str) -> tuple[list[str], list[str]]:
    """The flags of this kind of compiler (`msvc`; GCC and Clang are `unix`), and those of its
    linker.

    Floating point has the same results on every processor. Without `-ffp-contract=off`
    (`/fp:precise`) compilers fuse products and sums where the processor can (on ARM always), which
    rounds once instead of twice; then the same search chooses other moves on other machines.
    """
    if compiler == "msvc":
        if BUILD not in MSVC_FLAGS:
            raise SystemExit(f"HANSA_BUILD={BUILD} needs GCC or Clang; with Microsoft's compiler choose release or debug")
        flags, link_flags = MSVC_FLAGS[BUILD]
        return [*flags, *MSVC_PROCESSORS.get(PROCESSOR, []), "/fp:precise", "/utf-8"], link_flags
    flags, link_flags = FLAGS[BUILD]
    return [*flags, *([f"-march={PROCESSOR}"] if PROCESSOR else []), "-ffp-contract=off", *QUIET], link_flags


def extensions() -> list[Extension]:
    return [
        Extension(
            ".".join(source.with_suffix("").parts),
            [str(source)],
            define_macros=FACTS if source == Path("engine_c/build.pyx") else [],
        )
        for source in sorted(Path("engine_c").rglob("*.pyx"))
    ]


class BuildForCompiler(build_ext):
    """Compiles on all cores, with the flags of the compiler that runs, which only now is known."""

    def build_extensions(self) -> None:
        compile_flags, link_flags = flags_of(self.compiler.compiler_type)
        for extension in self.extensions:
            extension.extra_compile_args, extension.extra_link_args = compile_flags, link_flags
        # Here, because an editable installation forgets options of this command.
        self.parallel = self.parallel or os.cpu_count()
        # The largest first: none of them begins when only one core still works.
        self.extensions.sort(key=lambda extension: -Path(extension.sources[0]).stat().st_size)
        super().build_extensions()


class BuildWithDocuments(build_py):
    """A wheel has the documents in `hansa/documents/`, where `hansa docs` finds them; a checkout
    has them at its top."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        target = Path(self.build_lib) / "hansa" / "documents"
        for source in [*Path().glob("*.md"), *Path("docs").glob("*.md"), *Path("docs").glob("[efgt]*/*.md")]:
            (target / source).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target / source)


class ReproducibleSource(sdist):
    """The same sources give the same archive, byte by byte: times, owners and modes of files do not
    matter.

    `SOURCE_DATE_EPOCH` sets the time of all files.
    """

    def make_archive(self, base_name: str, format: str, root_dir: str | None = None, base_dir: str | None = None,
                     owner: str | None = None, group: str | None = None) -> str:
        assert format == "gztar" and base_dir is not None
        seconds = int(os.environ.get("SOURCE_DATE_EPOCH", EARLIEST))

        def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = seconds, 0, 0, "", ""
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            return entry

        path = f"{base_name}.tar.gz"
        with (Path(path).open("wb") as file, gzip.GzipFile("", "wb", mtime=seconds, fileobj=file) as packed,
              tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive):
            # Folders are read in the order of their names
            archive.add(base_dir, filter=plain)
        return path


def compiled() -> list[Extension]:
    """The extensions as C. Packing or describing the sources does not wait for Cython."""
    asked = set(sys.argv)
    if asked & {"sdist", "egg_info", "dist_info"} and not asked & {"bdist_wheel", "build_ext", "editable_wheel"}:
        return []
    return cythonize(
        extensions(),
        build_dir=f"build/c-{Cython.__version__}",      # the same C for every build
        # Others would run this file in each
        nthreads=os.cpu_count() or 1 if sys.platform.startswith("linux") else 0,
        annotate=os.environ.get("HANSA_ANNOTATE") == "1",
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
        },
    )


def package_folders() -> dict[str, str]:
    """The folders of packages whose names do not say where they are.

    The sources of `hansa.bots` and `hansa.tournaments` are in folders beside `hansa`, whose names
    never become top-level names in site-packages. An editable installation is this folder on
    Python's path and nothing else, so that type checkers and editors can follow it; there
    `hansa/bots/__init__.py` says where the sources are.
    """
    return {"": "."} if "editable_wheel" in sys.argv else {"hansa.bots": "bots", "hansa.tournaments": "tournaments"}


Errors.performance_hint = refuse_hint
# X86_64, amd64, aarch64, arm64, universal2
MACHINE = sysconfig.get_platform().rpartition("-")[2]
PROCESSOR = processor()
# What `hansa --version` says
FACTS = [("HANSA_BUILD", f'"{BUILD}"'), ("HANSA_PROCESSOR", f'"{PROCESSOR}"')]

def addresses() -> dict[str, str]:
    """Where the project is, by the workflow that builds it; a build elsewhere names no address."""
    server, project = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
    if not server or not project:
        return {}
    home = f"{server}/{project}"
    return {
        "Source": home, "Issues": f"{home}/issues", "Changelog": f"{home}/blob/main/CHANGELOG.md",
        "Documentation": f"{home}/tree/main/docs",
    }


setup(
    project_urls=addresses(),
    cmdclass={"build_py": BuildWithDocuments, "build_ext": BuildForCompiler, "sdist": ReproducibleSource},
    options={
        # Nothing that was made for one processor ends up in what is made for another.
        "build": {"build_base": f"build/{BUILD}-{PROCESSOR or MACHINE}"},
    },
    packages=find_packages(include=["hansa", "hansa.*", "engine_c", "engine_c.*"]),
    package_dir=package_folders(),
    package_data={
        "": ["py.typed"], "hansa.boards": ["*.json"], "hansa.languages": ["*.po"],
        "hansa.cli": ["templates/*.template"], "hansa.drills": ["*.xz"], "hansa.exploring": ["*.xz"],
        "hansa.teutonica": ["mind.bin"], "hansa.hansa2004": ["mind.bin"],
        "hansa.views.svg": ["*.css"], "hansa.views.svg.teutonica": ["*.json"],
        "hansa.web": ["static/*.*", "static/vendor/*.js"],
        "engine_c": ["*.pxd", "*.pyx", "*.pyi"], "engine_c.teutonica": ["*.pxd", "*.pyx", "*.pyi"],
        "engine_c.hansa2004": ["*.pxd", "*.pyx", "*.pyi"], "engine_c.search": ["*.pxd", "*.pyx", "*.pyi"],
    },
    ext_modules=compiled(),
)
