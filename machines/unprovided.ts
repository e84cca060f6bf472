/** What stands in a machine for each effect until the page or a test provides it: it throws, by name. */
export const unprovidedIn = (machine: string) => (effect: string) => () => {
  throw new Error(`${machine} needs an implementation of ${effect}.`);
};
