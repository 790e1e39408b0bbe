# Runs the tests of models with the versions in requirements-transformers5.lock, in an environment
# of its own outside the checkout. Called by the Makefile with PYTHON.
set -eu
export UV_SYSTEM_CERTS=true # as pip: company networks have certificates of their own
key=$(sha256sum requirements-transformers5.lock | cut -c1-16)
home="${XDG_CACHE_HOME:-$HOME/.cache}/privtool-transformers5/$key"
if [ ! -e "$home/complete" ]; then
	echo "test-transformers5: installing into $home (some minutes, once)" >&2
	rm -rf "$home"
	"$PYTHON" -m venv "$home"
	"$home/bin/python" -m pip install -qq --disable-pip-version-check uv
	# Without dependencies: flair does not allow this version.
	"$home/bin/uv" pip install --quiet --no-deps --python "$home/bin/python" \
		-r requirements-transformers5.lock
	touch "$home/complete"
fi
"$home/bin/uv" pip install --quiet --python "$home/bin/python" --no-deps -e .
PYTHONPATH="$PWD" exec "$home/bin/python" -m pytest -n 0 -p no:cacheprovider \
	tests/models tests/cli tests/stages/test_audit_model.py tests/recipes/test_embedded.py \
	tests/benchmarks/test_gpu.py
