import { hex, mix, scale, type Rgb } from './color';
import { ceramic, glowing, lacquer, looking, metal, plain } from './materials/material';
import { laminate, quartz } from './materials/stone';
import { chequer, tiles, type Tiling } from './materials/tile';
import { planks, timber, type Timber } from './materials/wood';
import type { Material } from './render/scene';

export type Palette = Readonly<Record<string, Material>>;

/** Paints by name; the cabinets of the afters. */
export const PAINTS = {
  sage: '#98A48F',
  navy: '#2B3C55',
  white: '#EFEBE1',
  green: '#2F4A43',
  greige: '#B9AD9B',
  blue: '#7E97A3',
  clay: '#A9705A',
  cream: '#E9DFCB',
  moss: '#6C7459',
} as const;
export type Paint = keyof typeof PAINTS;

export type HardwareFinish = 'brass' | 'black' | 'nickel';
const HARDWARE: Readonly<Record<HardwareFinish, () => Material>> = {
  brass: () => metal(hex('#C9A25E'), 0.26),
  black: () => plain(hex('#1F1F1F'), { gloss: 0.06, rough: 0.35 }),
  nickel: () => metal(hex('#C4BDB1'), 0.24),
};

export type SplashKind = 'subway' | 'zellige' | 'stack' | 'slab' | 'square';

/** What the owner chose. */
export interface Choices {
  base: Paint;
  upper: Paint;
  island: Paint;
  hardware: HardwareFinish;
  splash: SplashKind;
  splashColour: string;
  wall: string;
  floor: 'oak' | 'chequer' | 'dark' | 'slate';
}

export const HONEY: Timber = {
  light: hex('#C89C62'),
  dark: hex('#94622F'),
  ring: 0.0075,
  strength: 0.7,
  yellowed: 0.8,
};
const FLOOR_OAK: Timber = {
  light: hex('#CDAE84'),
  dark: hex('#A98155'),
  ring: 0.011,
  strength: 0.45,
  yellowed: 0,
};
const WALNUT: Timber = {
  light: hex('#8B5F3D'),
  dark: hex('#57361F'),
  ring: 0.012,
  strength: 0.6,
  yellowed: 0,
};
const PALE: Timber = {
  light: hex('#D9B98A'),
  dark: hex('#B48C58'),
  ring: 0.012,
  strength: 0.5,
  yellowed: 0,
};

function splash(kind: SplashKind, colour: Rgb): Material {
  const grout = mix(colour, [0.75, 0.73, 0.7], 0.55);
  const base: Tiling = {
    colour,
    grout,
    width: 0.152,
    height: 0.076,
    shift: 0.5,
    uneven: 0.05,
    flower: 0,
  };
  switch (kind) {
    case 'subway':
      return tiles(base);
    case 'zellige':
      return tiles({
        ...base,
        width: 0.1,
        height: 0.1,
        shift: 0,
        uneven: 0.32,
        gloss: 0.06,
        rough: 0.1,
      });
    case 'stack':
      return tiles({ ...base, width: 0.06, height: 0.2, shift: 0, uneven: 0.12 });
    case 'square':
      return tiles({ ...base, width: 0.13, height: 0.13, shift: 0, uneven: 0.07 });
    case 'slab':
      return quartz(colour, mix(colour, [0.25, 0.24, 0.24], 0.6), 1.2);
  }
}

function floor(kind: Choices['floor']): Material {
  switch (kind) {
    case 'oak':
      return planks(FLOOR_OAK, 2, 0.14);
    case 'dark':
      return planks({ ...WALNUT, light: hex('#8D6A4C'), dark: hex('#674731') }, 0, 0.12);
    case 'chequer':
      return chequer(hex('#E4DED2'), hex('#8E9391'), hex('#C9C3B8'), 0.33);
    case 'slate':
      return tiles({
        colour: hex('#7D8280'),
        grout: hex('#63686A'),
        width: 0.6,
        height: 0.3,
        shift: 0.5,
        uneven: 0.16,
        flower: 0,
        rough: 0.3,
      });
  }
}

/** Things that stay what they are, before and after. */
function things(): Palette {
  return {
    toe: plain(hex('#2A2521')),
    steel: metal(hex('#B9B8B4'), 0.3),
    iron: plain(hex('#202122'), { gloss: 0.05, rough: 0.4 }),
    'oven-glass': plain(hex('#0E0F11'), { gloss: 0.07, rough: 0.06 }),
    ceramic: ceramic(hex('#F1EEE6')),
    enamel: ceramic(hex('#EDEDEA')),
    mirror: looking(),
    leaf: plain(hex('#6B8A4E'), { gloss: 0.04, rough: 0.4 }, 0.2),
    'leaf-dark': plain(hex('#476B3B'), { gloss: 0.04, rough: 0.4 }, 0.2),
    'leaf-pale': plain(hex('#93A585'), {}, 0.2),
    stem: plain(hex('#6A5A3C')),
    lemon: plain(hex('#E7B93C'), { gloss: 0.04, rough: 0.45 }, 0.1),
    pear: plain(hex('#A9AC4E'), { gloss: 0.04, rough: 0.4 }, 0.2),
    board: timber(PALE, 0.03, 0.5),
    'board-dark': timber(WALNUT, 0.03, 0.5),
    bulb: glowing([1, 0.83, 0.6], 3.2),
    globe: glowing([1, 0.9, 0.76], 1.5),
    wicker: plain(hex('#B08B5B'), {}, 0.3),
    terracotta: plain(hex('#B4674A'), {}, 0.1),
  };
}

/** The kitchen one is tired of: honey oak gone amber, bronze-look pulls, speckled laminate, almond tiles. */
export function tired(variant: number): Palette {
  const honey = [
    HONEY,
    { ...HONEY, light: hex('#C2935A'), dark: hex('#8A5728') },
    { ...HONEY, light: hex('#CDA268'), dark: hex('#9C6A36') },
  ][variant % 3]!;
  const oak = timber(honey, 0.045, 0.3);
  const almond = hex(['#D9C8A4', '#CDB68E', '#D6C7AE'][variant % 3]!);
  return {
    ...things(),
    base: oak,
    upper: oak,
    island: oak,
    hood: oak,
    shelf: oak,
    hardware: metal(hex(['#8A6A3A', '#6B5335', '#94713C'][variant % 3]!), 0.5),
    counter: laminate(
      hex(['#B49C7C', '#A89A84', '#B7A284'][variant % 3]!),
      hex(['#6E563C', '#6B6156', '#7A5C42'][variant % 3]!),
    ),
    splash: tiles({
      colour: almond,
      grout: hex('#9C8A69'),
      width: 0.108,
      height: 0.108,
      shift: 0,
      uneven: 0.1,
      flower: [7, 0, 11][variant % 3]!,
      gloss: 0.03,
      rough: 0.3,
    }),
    wall: plain(hex(['#DCC79E', '#D8C8A8', '#D9C4A4'][variant % 3]!), {}, 0.06),
    ceiling: plain(hex('#E3D9C3')),
    trim: plain(hex('#E2D4B4'), { gloss: 0.03, rough: 0.5 }),
    floor:
      variant % 2 === 0
        ? tiles({
            colour: hex('#B99B74'),
            grout: hex('#8A7459'),
            width: 0.33,
            height: 0.33,
            shift: 0,
            uneven: 0.2,
            flower: 0,
            rough: 0.35,
          })
        : planks(
            { ...FLOOR_OAK, light: hex('#B88A54'), dark: hex('#8E6032') },
            2,
            0.07,
            0.035,
            0.4,
          ),
    fabric: plain(hex('#A0785C'), {}, 0.1),
    lamp: metal(hex('#8A6A3A'), 0.45),
    'lamp-inside': plain(hex('#E2D2AC')),
    kettle: metal(hex('#A5A29B'), 0.3),
    vase: plain(hex('#8B6B4E'), { gloss: 0.04, rough: 0.3 }),
    pot: plain(hex('#9C5B3F')),
    seat: oak,
    stool: oak,
    'mirror-frame': oak,
    'book-a': plain(hex('#7A4A34')),
    'book-b': plain(hex('#8F7B4E')),
    'book-c': plain(hex('#5B5A43')),
  };
}

/** The same room, refinished. */
export function fresh(choices: Choices): Palette {
  const paint = (name: Paint) => lacquer(hex(PAINTS[name]));
  const white = plain(hex('#F3EFE7'), { gloss: 0.035, rough: 0.5 }, 0.01);
  const stool =
    choices.hardware === 'black'
      ? plain(hex('#222322'), { gloss: 0.05, rough: 0.4 })
      : timber(PALE, 0.03, 0.5);
  return {
    ...things(),
    base: paint(choices.base),
    upper: paint(choices.upper),
    island: paint(choices.island),
    hood: paint(choices.upper),
    shelf: timber(PALE, 0.03, 0.5),
    hardware: HARDWARE[choices.hardware](),
    counter: quartz(hex('#EFEAE1'), hex('#A79C8D')),
    splash: splash(choices.splash, hex(choices.splashColour)),
    wall: plain(hex(choices.wall), {}, 0.015),
    ceiling: plain(hex('#F6F3EC'), {}, 0.01),
    trim: white,
    floor: floor(choices.floor),
    fabric: plain(hex('#E6DCCB'), {}, 0.06),
    lamp:
      choices.hardware === 'black'
        ? plain(hex('#24282A'), { gloss: 0.05, rough: 0.4 })
        : choices.hardware === 'brass'
          ? metal(hex('#C9A25E'), 0.3)
          : white,
    'lamp-inside': plain(hex('#F7EBD2')),
    kettle: plain(scale(hex('#DFD5C2'), 1), { gloss: 0.05, rough: 0.15 }),
    vase: plain(hex('#E2D8C8'), { gloss: 0.035, rough: 0.4 }, 0.05),
    pot: plain(hex('#C98B6B'), {}, 0.08),
    seat: timber(PALE, 0.03, 0.5),
    stool,
    'mirror-frame': HARDWARE[choices.hardware](),
    'book-a': plain(hex('#B4472A')),
    'book-b': plain(hex('#E9DFCB')),
    'book-c': plain(hex('#2F4A43')),
  };
}
