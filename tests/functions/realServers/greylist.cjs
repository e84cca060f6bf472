#!/usr/bin/env node
// A filter for OpenSMTPD: each message is answered 451 at its end.
const lines = require('node:readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const part = line.split('|');
  if (line === 'config|ready') console.log('register|filter|smtp-in|commit\nregister|ready');
  else if (part[0] === 'filter' && part[4] === 'commit') {
    console.log(
      `filter-result|${part[5]}|${part[6]}|reject|451 4.7.1 greylisted, try again in 5 minutes`,
    );
  }
});
