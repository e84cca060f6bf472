/** What is wrong with the hook's address; undefined if nothing is. What its name leads to is looked at with each post. */
export function problemWithHook(text: string): string | undefined {
  if (!URL.canParse(text)) return 'it is no address';
  const { protocol, hostname, port, username, password } = new URL(text);
  if (protocol !== 'https:') return 'it does not begin with https://';
  if (username || password) return 'it has a user name or a password before the host';
  if (port) return 'it names a port';
  // Numbers in any way of writing, `localhost`, and names that only a private network has.
  const isName = /\.[a-z][a-z0-9-]*[a-z0-9]\.?$/.test(hostname);
  const isInner = /\.(?:localhost|local|internal|lan|home|corp|arpa)\.?$/.test(hostname);
  return isName && !isInner ? undefined : 'its host is not a name of the public internet';
}
