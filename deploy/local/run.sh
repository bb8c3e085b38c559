#!/bin/sh
# Runs the shop's program. With TRACES=1 its traces are shown: in Jaeger if it is installed, else by `make traces`.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd -P)
shop=$1

if [ "${TRACES:-}" = 1 ] && [ -z "${OTEL_EXPORTER_OTLP_ENDPOINT:-}" ]; then
  jaeger=$(command -v jaeger || command -v jaeger-all-in-one || true)
  if [ -n "$jaeger" ]; then
    "$jaeger" >"$root/.local/jaeger.log" 2>&1 &
    trap 'kill %1 2>/dev/null' EXIT
    export OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4317
    echo "Traces: http://localhost:16686 (Jaeger's own log is .local/jaeger.log)"
  else
    mkdir -p "$root/.local"
    export TRACE_FILE="$root/.local/traces.jsonl"
    echo "Traces: make traces shows the newest; there is no Jaeger on the PATH"
  fi
fi
"$shop" run
