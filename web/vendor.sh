#!/usr/bin/env bash
# Makes static/vendor/preact.js and static/vendor/qr.js out of the packages on npm, with their licences.
# Run it after changing a version here.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$here/static/vendor
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-save preact@11.2.0 htm@3.1.1 @preact/signals@2.11.4 @preact/signals-core@1.14.5 lean-qr@2.7.4 esbuild@0.28.2
cat >entry.js <<'JS'
export { render, createContext, createRef, Fragment, h } from "preact";
export { useCallback, useContext, useEffect, useErrorBoundary, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
export { batch, computed, effect, signal, untracked, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import htm from "htm";
import { h } from "preact";
export const html = htm.bind(h);
JS
npx esbuild entry.js --bundle --format=esm --minify --target=es2022 --legal-comments=none --outfile="$out/preact.js" \
	--banner:js="//! preact 11.2.0, htm 3.1.1 and @preact/signals 2.11.4, put together by web/vendor.sh. Licences: vendor/LICENSE."
{
	printf '//! The small edition of lean-qr 2.7.4, copied by web/vendor.sh. Licence: vendor/LICENSE.\n'
	cat node_modules/lean-qr/nano.mjs
} >"$out/qr.js"
for package in preact @preact/signals htm lean-qr; do
	printf '==== %s\n\n' "$package"
	cat "node_modules/$package/LICENSE"
	printf '\n'
done >"$out/LICENSE"
