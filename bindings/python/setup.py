# SPDX-License-Identifier: GPL-3.0-or-later
"""The package takes the library along: all of lib/, which `make wheel` fills, or the library that
was built in this tree. Without either it uses the installed one."""
import os
import re
import shutil

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70.1
    from wheel.bdist_wheel import bdist_wheel

HERE = os.path.dirname(os.path.abspath(__file__))
BUILT = os.environ.get("CLPWL_LIBRARY", os.path.join(HERE, "..", "..", "build", ".libs",
                                                     "libclpwl.so.1"))  # empty: none
BUNDLE = os.path.join(HERE, "lib")


def version():
    with open(os.path.join(HERE, "clpwl", "_declarations.py")) as text:
        return ".".join(re.search(r"VERSION = \((\d+), (\d+), (\d+)\)", text.read()).groups())


class BuildPy(build_py):
    def run(self):
        super().run()
        to = os.path.join(self.build_lib, "clpwl", "lib")
        if os.path.isdir(BUNDLE):
            shutil.copytree(BUNDLE, to, dirs_exist_ok=True)
        elif os.path.exists(BUILT):
            self.mkpath(to)
            self.copy_file(os.path.realpath(BUILT), os.path.join(to, "libclpwl.so.1"))


class Wheel(bdist_wheel):
    """For any Python 3 on this platform: ctypes needs no ABI of Python."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        platform = super().get_tag()[2]
        glibc = os.path.join(HERE, "glibc")
        if os.path.exists(glibc):
            with open(glibc) as least:
                platform = platform.replace("linux_", "manylinux_%s_" %
                                            least.read().strip().replace(".", "_"))
        return ("py3", "none", platform)


class Binary(Distribution):
    def has_ext_modules(self):
        return os.path.isdir(BUNDLE) or os.path.exists(BUILT)


setup(version=version(), cmdclass={"build_py": BuildPy, "bdist_wheel": Wheel}, distclass=Binary)
