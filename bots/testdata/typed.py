"""Checks that each function of the kit has type annotations for its parameters and its result.
Also runs mypy if it is installed."""
import ast
import pathlib
import shutil
import subprocess

kit = pathlib.Path("python")
functions = 0
for file in sorted(kit.glob("gamed/*.py")):
    for node in ast.walk(ast.parse(file.read_text())):
        if not isinstance(node, ast.FunctionDef):
            continue
        functions += 1
        arguments = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
        bare = [a.arg for a in [*arguments, node.args.vararg, node.args.kwarg] if a and not a.annotation and a.arg != "self"]
        where = f"{file}:{node.lineno}: {node.name}"
        assert not bare, f"{where}: no type for {', '.join(bare)}"
        assert node.returns, f"{where}: no type for the result"
assert functions > 100, functions
assert (kit / "gamed/py.typed").exists(), "without py.typed, mypy ignores the types of an installed kit"

if mypy := shutil.which("mypy"):
    subprocess.run([mypy, "--cache-dir=/dev/null"], cwd=kit, check=True)
    print("mypy: checked")
else:
    print("mypy: not installed")
