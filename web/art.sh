#!/usr/bin/env bash
# Makes the pictures in static/art from the icons that art.json names. The icons come from the
# npm package @iconify-json/game-icons (CC BY 3.0). Run it after changing art.json.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-save @iconify-json/game-icons@1.2.4 svgpath@2.6.0
cat >make.mjs <<'JS'
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
const [here] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const svgpath = require("svgpath");
const { icons } = JSON.parse(readFileSync(require.resolve("@iconify-json/game-icons/icons.json"), "utf8"));
const { elements, dominion, polity, tortoise, words, types, levels, covers, signs } = JSON.parse(readFileSync(`${here}/art.json`, "utf8"));

/** The icon as one path on a grid of 512 by 512, rounded to whole units. */
function pathOf(name) {
  const icon = icons[name];
  if (!icon) throw new Error(`art.json: there is no icon ${name}`);
  const paths = [...icon.body.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
  if (paths.length === 0 || /transform|<(circle|rect|ellipse)/.test(icon.body)) throw new Error(`art.json: ${name} is not a plain path; choose another icon`);
  return paths.map((path) => svgpath(path).round(0).toString()).join("");
}

/** Writes a file with each icon once, and the index of the icon of each name. */
function write(file, groups) {
  const paths = [];
  const known = new Map();
  const index = (name) => {
    if (!known.has(name)) known.set(name, paths.push(pathOf(name)) - 1);
    return known.get(name);
  };
  const indexes = Object.fromEntries(Object.entries(groups).map(([group, names]) => [group, Object.fromEntries(Object.entries(names).map(([key, icon]) => [key, [icon].flat().map(index)]))]));
  writeFileSync(`${here}/static/art/${file}.json`, JSON.stringify({ ...indexes, paths }));
}

write("elements", { cards: elements });
write("dominion", { cards: dominion });
write("decisions", { cards: { ...polity, ...tortoise }, words });
write("shared", { types, levels, covers, signs });
JS
mkdir -p "$here/static/art"
node make.mjs "$here"
