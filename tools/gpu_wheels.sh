# Collects the wheels of benchmarks/gpu/wheels.txt, of the versions in requirements.lock, into a
# folder, for a Linux machine without network. Called by the Makefile with PYTHON, GPU_PYTHON (the
# version of Python there), GPU_ARCH (its processor) and WHEELS (the folder).
set -eu
names=$(grep -v '^#' benchmarks/gpu/wheels.txt)
chosen=$(mktemp)
trap 'rm -f "$chosen"' EXIT
for name in $names; do
	grep -i "^$name==" requirements.lock >>"$chosen" || {
		echo "gpu-wheels: $name is not in requirements.lock" >&2
		exit 1
	}
done
platforms=
for glibc in 2_5 2_12 2_17 2_24 2_26 2_27 2_28; do
	platforms="$platforms --platform manylinux_${glibc}_$GPU_ARCH"
done
mkdir -p "$WHEELS"
rm -f "$WHEELS"/*.whl
# shellcheck disable=SC2086
"$PYTHON" -m pip download -q --disable-pip-version-check --no-deps --only-binary=:all: \
	--implementation cp --python-version "$GPU_PYTHON" --abi "cp$(echo "$GPU_PYTHON" | tr -d .)" \
	--abi abi3 --abi none $platforms --platform "manylinux2014_$GPU_ARCH" \
	--platform "manylinux1_$GPU_ARCH" -d "$WHEELS" -r "$chosen"
size=$(du -sm "$WHEELS" | cut -f1)
echo "gpu-wheels: $(ls "$WHEELS" | wc -l) wheels, $size MiB, for Python $GPU_PYTHON, in $WHEELS" >&2
[ "$size" -lt 60 ] || {
	echo "gpu-wheels: that is too much to carry along: 60 MiB is the limit" >&2
	exit 1
}
