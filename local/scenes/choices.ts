/** Paints by name; the cabinets of the afters. */
export const PAINTS = {
  sage: '#A1A694',
  navy: '#2B3C55',
  white: '#EDE8DC',
  green: '#2F4A43',
  greige: '#B9AD9B',
  blue: '#8698A0',
  cream: '#E9DFCB',
} as const;
export type Paint = keyof typeof PAINTS;

export type HardwareFinish = 'brass' | 'black' | 'nickel';
export type SplashKind = 'subway' | 'zellige' | 'stack' | 'slab';
export type FloorKind = 'oak' | 'chequer' | 'dark' | 'slate';

/** What the owner chose; colours as `#RRGGBB`. */
export interface Choices {
  base: Paint;
  upper: Paint;
  island: Paint;
  hardware: HardwareFinish;
  splash: SplashKind;
  splashColour: string;
  wall: string;
  floor: FloorKind;
}
