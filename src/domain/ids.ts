import { RANDOM_ID_LENGTH, RECEIPT_LENGTH, REQUEST_ID_DIGITS } from './constants';

/** A source of random integers: `random(n)` is uniform in 0 … n−1. It is a parameter so that tests can repeat. */
export type RandomInteger = (below: number) => number;

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random integers from the Web Crypto API. Rejection sampling makes all values equally likely. */
export const cryptoRandom: RandomInteger = (below) => {
  const limit = Math.floor(0x1_0000_0000 / below) * below;
  const word = new Uint32Array(1);
  do crypto.getRandomValues(word);
  while (word[0]! >= limit);
  return word[0]! % below;
};

/** A new request id: 10 digits, the first not 0 (`^[1-9][0-9]{9}$` in firestore.rules). */
export function newRequestId(random: RandomInteger = cryptoRandom): string {
  let id = String(1 + random(9));
  while (id.length < REQUEST_ID_DIGITS) id += String(random(10));
  return id;
}

export const newRandomId = (random?: RandomInteger): string =>
  alphanumerics(RANDOM_ID_LENGTH, random);

/** A new name of a receipt: 22 characters, about 131 bits, because the name is the receipt's secret. */
export const newReceipt = (random?: RandomInteger): string => alphanumerics(RECEIPT_LENGTH, random);

function alphanumerics(length: number, random: RandomInteger = cryptoRandom): string {
  let id = '';
  while (id.length < length) id += ALPHANUMERIC[random(ALPHANUMERIC.length)];
  return id;
}
