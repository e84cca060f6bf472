/** Finds typing mistakes in the domain of an email address by comparing it with common domains. */

/** The commonest domains of private addresses in the US, and real domains that look like a mistake for one. */
const COMMON = `
  gmail.com yahoo.com hotmail.com aol.com outlook.com icloud.com comcast.net msn.com live.com att.net
  sbcglobal.net verizon.net me.com bellsouth.net charter.net cox.net mac.com earthlink.net
  protonmail.com proton.me googlemail.com ymail.com mail.com email.com gmx.com`
  .trim()
  .split(/\s+/);

/** In a shorter name no letter is corrected: with one letter changed, it is often the name of another domain. */
const SHORTEST_NAME = 5;

const nameOf = (domain: string): string => domain.split('.', 1)[0]!;

/** The domain that was probably meant; undefined if the typed one is right, or similar to none. */
function meantDomain(typed: string): string | undefined {
  if (typed === '' || COMMON.includes(typed)) return undefined;
  return COMMON.find((domain) => {
    const name = nameOf(domain);
    if (typed === name) return true;
    if (name.length < SHORTEST_NAME && nameOf(typed) !== name) return false;
    const isSameEnd = typed.endsWith(domain.slice(name.length));
    return isWithin(typed, domain, 1) || (isSameEnd && isWithin(typed, domain, 2));
  });
}

/** The address with the domain that was probably meant, and that domain; undefined if there is no mistake. */
export function meantEmail(email: string): { address: string; domain: string } | undefined {
  const at = email.lastIndexOf('@');
  const domain =
    at < 1
      ? undefined
      : meantDomain(
          email
            .slice(at + 1)
            .trim()
            .toLowerCase(),
        );
  return domain === undefined ? undefined : { address: email.slice(0, at + 1) + domain, domain };
}

/** Whether `a` becomes `b` by at most `most` mistakes: a letter added, left out, wrong or swapped with the next. */
function isWithin(a: string, b: string, most: number): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const [restA, restB] = [a.slice(same), b.slice(same)];
  if (restA === restB) return true;
  if (most === 0) return false;
  const [nextA, nextB] = [restA.slice(1), restB.slice(1)];
  const isSwapped = restA.length > 1 && restA[0] === restB[1] && restA[1] === restB[0];
  return (
    isWithin(nextA, restB, most - 1) ||
    isWithin(restA, nextB, most - 1) ||
    isWithin(nextA, nextB, most - 1) ||
    (isSwapped && isWithin(restA.slice(2), restB.slice(2), most - 1))
  );
}
