#!/usr/bin/env bash
# @firebase/eslint-plugin-security-rules 0.0.2 (Firebase's own grammar of security rules), Node 20 or later.
# Guess: `==` binds less tightly than `in`, as `in` and `<` do in JavaScript, so that `'a' in names == false` asks
# whether 'a' is not in the names; and `6/2` is a division.
# Seen: `==` binds more tightly than `in`: the expression looks for 'a' in what `names == false` is, which is a boolean
# and has no items. And `/2` without a space is the beginning of a path, so that `6/2` is an error and `6 / 2` is none.
# Output seen:
#   'a' in names == false -> 'a' in (names == false)
#   1 < 2 == true -> (1 < 2) == true
#   6 / 2 == 3 -> (6 / 2) == 3
#   6/2 == 3 -> an error of syntax
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund @firebase/eslint-plugin-security-rules@0.0.2
cat > seen.mjs <<'JS'
import { parseForESLint } from '@firebase/eslint-plugin-security-rules/parser';

const OPERATIONS = /^(?:Equality|Relational|ExprIn|Multiplicative)Expression/;

/** The text of a part of the tree, with an operation within another in parentheses. */
function textOf(node, isInner = false) {
  if (!node.children) return node.getText();
  const inner = node.children.map((child) => textOf(child, true)).join(' ');
  return isInner && OPERATIONS.test(node.constructor.name) ? `(${inner})` : inner;
}

function conditionIn(node) {
  if (OPERATIONS.test(node.constructor.name)) return node;
  return node.children?.map(conditionIn).find(Boolean);
}

for (const condition of ["'a' in names == false", '1 < 2 == true', '6 / 2 == 3', '6/2 == 3']) {
  const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents/a/{names} {
    allow get: if ${condition};
  }
}`;
  try {
    console.log(`${condition} -> ${textOf(conditionIn(parseForESLint(rules).services.tree))}`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    console.log(`${condition} -> an error of syntax`);
  }
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'SEEN'
'a' in names == false -> 'a' in (names == false)
1 < 2 == true -> (1 < 2) == true
6 / 2 == 3 -> (6 / 2) == 3
6/2 == 3 -> an error of syntax
SEEN
echo 'As it was seen.'
