#!/usr/bin/env bash
# re2js 2.10.0 (RE2 in JavaScript), Node 20 or later.
# Guess: `split` cuts a text where the pattern is found, wherever that is, as `replaceAll` puts something there.
# Seen: at the beginning of the text a place of no width is passed over, and at the end empty parts are dropped, so that a
# text of separators alone has no parts at all, but an empty text has one. With the limit -1 the end is kept, the
# beginning is not. `replaceAll` finds every place.
# Output seen:
#   "," by /,/: split [], to the end ["",""], replaceAll "-"
#   "" by /,/: split [""], to the end [""], replaceAll ""
#   "abc" by //: split ["a","b","c"], to the end ["a","b","c",""], replaceAll "-a-b-c-"
#   "baa" by /a*/: split ["b"], to the end ["b","",""], replaceAll "-b--"
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund re2js@2.10.0
cat > seen.mjs <<'JS'
import { RE2JS } from 're2js';

for (const [text, source] of [
  [',', ','],
  ['', ','],
  ['abc', ''],
  ['baa', 'a*'],
]) {
  const pattern = RE2JS.compile(source);
  const [parts, toTheEnd] = [pattern.split(text), pattern.split(text, -1)].map((all) => JSON.stringify(all));
  const replaced = JSON.stringify(pattern.matcher(text).replaceAll('-'));
  console.log(`${JSON.stringify(text)} by /${source}/: split ${parts}, to the end ${toTheEnd}, replaceAll ${replaced}`);
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'SEEN'
"," by /,/: split [], to the end ["",""], replaceAll "-"
"" by /,/: split [""], to the end [""], replaceAll ""
"abc" by //: split ["a","b","c"], to the end ["a","b","c",""], replaceAll "-a-b-c-"
"baa" by /a*/: split ["b"], to the end ["b","",""], replaceAll "-b--"
SEEN
echo 'As it was seen.'
