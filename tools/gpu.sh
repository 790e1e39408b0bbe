# Runs `python -m benchmarks.gpu`. Called by the Makefile with PYTHON, WHEELS and the options.
#
# With .venv, in that; else in an environment on top of the packages that PYTHON has, with what they
# lack from the folder WHEELS (see gpu_wheels.sh): this needs no network.
set -eu
python=.venv/bin/python
if [ ! -x "$python" ]; then
	place=build/gpu-venv
	python=$place/bin/python
	rm -rf "$place"
	installer="$PYTHON -m pip --python $python"
	if "$PYTHON" -m pip --version >/dev/null 2>&1; then
		"$PYTHON" -m venv --without-pip --system-site-packages "$place"
	else
		"$PYTHON" -m venv --system-site-packages "$place"
		installer="$python -m pip"
	fi
	# If PYTHON is in a virtual environment itself, its packages are not those of the system.
	"$PYTHON" -c 'import sys; print(*(p for p in sys.path if p.endswith("-packages")), sep="\n")' \
		>"$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/base.pth"
	$installer install -q --disable-pip-version-check --no-index --find-links "$WHEELS" \
		-r benchmarks/gpu/wheels.txt
fi
export PYTHONPATH="$PWD" HF_HUB_OFFLINE=1
exec "$python" -m benchmarks.gpu "$@"
