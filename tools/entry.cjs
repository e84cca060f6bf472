/**
 * Every npm script that runs TypeScript begins here: `node tools/entry.cjs FILE [arguments]`. Says in a sentence what
 * would end in a stack trace: a Node that is too old, packages that are missing, a path that Vite cannot read. Old
 * syntax only, so that Node 12 can still say it.
 */
'use strict';
var fs = require('fs');
var path = require('path');
var url = require('url');

/** Whether a version of Node is within package.json's `engines`, such as `^20.19 || >=24`. */
function isWithin(range, version) {
  var have = version.split('.').map(Number);
  return range.split(' || ').some(function (part) {
    var least = /^(\^|>=)(\d+)(?:\.(\d+))?$/.exec(part);
    if (have[0] > Number(least[2])) return least[1] === '>=';
    return have[0] === Number(least[2]) && have[1] >= Number(least[3] || 0);
  });
}

/** Says why nothing can run here; undefined if all is well. */
function problem(version, root) {
  var range = require('../package.json').engines.node;
  if (!isWithin(range, version)) {
    var needed = range
      .replace(/\^((\d+)\.\d+)/g, '$1 or a later $2')
      .replace(/>=(\d+)/, '$1 or newer')
      .replace(/ \|\|/g, ',');
    return (
      'This is Node ' +
      version +
      '. Needed is ' +
      needed +
      '.\n' +
      '  Install Node 24 (https://nodejs.org), then run: npm ci'
    );
  }
  if (/[#?]/.test(root)) {
    return (
      'The project lies in ' +
      root +
      ', and Vite reads no path with # or ?.\n' +
      '  Rename that folder, or move the project.'
    );
  }
  try {
    require.resolve('tsx');
  } catch (missing) {
    if (missing.code !== 'MODULE_NOT_FOUND') throw missing;
    return 'The packages are not installed. Run: npm ci';
  }
  return undefined;
}

var isEnding = false;

/** Ends this process as a signal does, once: a file that has something to stop listens for it. */
function end() {
  if (isEnding) return;
  isEnding = true;
  process.kill(process.pid, 'SIGTERM');
}

/**
 * The parent of npm's shell, which is npm: one that is killed leaves its shell alone. Undefined where the parent is no
 * shell, and where only a program could tell (not on Linux).
 */
function parentOfShell(pid) {
  try {
    var status = fs.readFileSync('/proc/' + pid + '/status', 'utf8');
    return /^Name:\t(sh|dash|bash|busybox)$/m.test(status)
      ? /^PPid:\t(\d+)$/m.exec(status)[1]
      : undefined;
  } catch (missing) {
    if (missing.code === undefined) throw missing;
    return undefined;
  }
}

/**
 * Ends with npm. A program that stops npm reaches npm and its shell, but the shell passes no signal on. The parent's
 * number changes then; on Windows it never does, and belongs to nobody.
 */
function endWithNpm() {
  var shell = process.ppid;
  var npm = parentOfShell(shell);
  setInterval(function () {
    var isThere = process.ppid === shell && parentOfShell(shell) === npm;
    try {
      if (isThere && process.kill(shell, 0)) return;
    } catch (error) {
      if (error.code !== 'ESRCH') return;
    }
    end();
  }, 500).unref();
}

/** Runs a TypeScript file in this process, as if it had been started itself. */
function run(file) {
  if (process.env.npm_lifecycle_event) endWithNpm();
  // As with `npm start | head`.
  process.stdout.on('error', function (error) {
    if (error.code !== 'EPIPE') throw error;
    console.error('Nothing reads the output any more, so this ends.');
    end();
  });
  process.argv.splice(1, 2, path.resolve(file));
  return import('tsx').then(function () {
    return import(url.pathToFileURL(process.argv[1]).href);
  });
}

exports.problem = problem;
if (require.main === module) {
  var found = problem(process.versions.node, path.join(__dirname, '..'));
  if (found === undefined) run(process.argv[2]);
  else {
    console.error('\n  ' + found + '\n');
    process.exitCode = 1;
  }
}
