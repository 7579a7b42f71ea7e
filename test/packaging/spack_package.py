"""spack_package.py PACKAGE PREFIX: evaluates a package with as much of Spack's language as it uses,
and runs its test in this folder, where the installation is PREFIX."""
import importlib.util
import subprocess
import sys
import types

said = []


def directive(name):
    return lambda *words, **more: said.append((name, words, more))


class Prefix(str):
    def __getattr__(self, name):
        return Prefix(self + "/" + name)


class CMakePackage:
    def define(self, name, value):
        return "-D%s=%s" % (name, value)


spack = types.ModuleType("spack")
package = types.ModuleType("spack.package")
for name in ("license", "version", "depends_on", "requires", "generator"):
    setattr(package, name, directive(name))
package.CMakePackage = CMakePackage
package.join_path = lambda *parts: "/".join(parts)
package.which = lambda program: lambda *words: subprocess.run([program, *words], check=True)
sys.modules.update({"spack": spack, "spack.package": package})

spec = importlib.util.spec_from_file_location("enzcc", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
enzcc = module.Enzcc()
enzcc.prefix = Prefix(sys.argv[2])
enzcc.spec = {"llvm": types.SimpleNamespace(prefix=Prefix("/llvm"))}
assert "-DLLVM_DIR=/llvm/lib/cmake/llvm" in enzcc.cmake_args(), enzcc.cmake_args()
assert {"version", "license", "depends_on"} <= {name for name, _, _ in said}
enzcc.test_gradient()
