import {
  PAINTS,
  type Choices,
  type FloorKind,
  type HardwareFinish,
  type Paint,
  type SplashKind,
} from './choices';
import { hex, mix, type Rgb } from './color';
import { ceramic, glowing, lacquer, looking, metal, plain } from './materials/material';
import { laminate, quartz } from './materials/stone';
import { chequer, tiles, type Tiling } from './materials/tile';
import { planks, timber, type Timber } from './materials/wood';
import type { Material } from './render/scene';

/** Materials by the name a builder asks for. */
export type Palette = Readonly<Record<string, Material>>;

const wood = (
  light: string,
  dark: string,
  ring: number,
  strength: number,
  yellowed = 0,
): Timber => ({
  light: hex(light),
  dark: hex(dark),
  ring,
  strength,
  yellowed,
});

const FLOOR_OAK = wood('#CDAE84', '#A98155', 0.011, 0.45);
const WALNUT = wood('#8B5F3D', '#57361F', 0.012, 0.6);
const PALE = wood('#D9B98A', '#B48C58', 0.012, 0.5);

const SPLASHES: Readonly<Record<Exclude<SplashKind, 'slab'>, Partial<Tiling>>> = {
  subway: {},
  zellige: { width: 0.1, height: 0.1, shift: 0, uneven: 0.3, gloss: 0.06, rough: 0.1 },
  stack: { width: 0.06, height: 0.2, shift: 0, uneven: 0.12 },
};

function splash(kind: SplashKind, colour: Rgb): Material {
  if (kind === 'slab') return quartz(colour, mix(colour, [0.25, 0.24, 0.24], 0.5), 1.1);
  const grout = mix(colour, [0.72, 0.7, 0.67], 0.6);
  const subway = {
    colour,
    grout,
    width: 0.152,
    height: 0.076,
    shift: 0.5,
    uneven: 0.05,
    flower: 0,
  };
  return tiles({ ...subway, ...SPLASHES[kind] });
}

const FLOORS: Readonly<Record<FloorKind, () => Material>> = {
  oak: () => planks(FLOOR_OAK, 2, 0.14),
  dark: () => planks(wood('#8D6A4C', '#674731', 0.012, 0.6), 0, 0.12),
  chequer: () => chequer(hex('#E4DED2'), hex('#8E9391'), hex('#C9C3B8'), 0.33),
  slate: () =>
    tiles({
      colour: hex('#7D8280'),
      grout: hex('#63686A'),
      width: 0.6,
      height: 0.3,
      shift: 0.5,
      uneven: 0.16,
      flower: 0,
      rough: 0.3,
    }),
};

const HARDWARE: Readonly<Record<HardwareFinish, () => Material>> = {
  brass: () => metal(hex('#C9A25E'), 0.26),
  black: () => plain(hex('#1F1F1F'), { gloss: 0.06, rough: 0.35 }),
  nickel: () => metal(hex('#C4BDB1'), 0.24),
};

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

/** Three kitchens one is tired of; oak, metal, laminate and its specks, tile, wall. */
const TIRED = [
  {
    oak: wood('#C89C62', '#94622F', 0.0075, 0.7, 0.8),
    metal: '#8A6A3A',
    top: '#B49C7C',
    speck: '#6E563C',
    tile: '#D9C8A4',
    flower: 7,
    wall: '#DCC79E',
  },
  {
    oak: wood('#C2935A', '#8A5728', 0.0075, 0.7, 0.8),
    metal: '#6B5335',
    top: '#A89A84',
    speck: '#6B6156',
    tile: '#CDB68E',
    flower: 0,
    wall: '#D8C8A8',
  },
  {
    oak: wood('#CDA268', '#9C6A36', 0.0075, 0.7, 0.8),
    metal: '#94713C',
    top: '#B7A284',
    speck: '#7A5C42',
    tile: '#D6C7AE',
    flower: 11,
    wall: '#D9C4A4',
  },
] as const;

/** Honey oak gone amber, bronze-look pulls, speckled laminate, almond tiles. */
export function tired(variant: 0 | 1 | 2): Palette {
  const look = TIRED[variant];
  const oak = timber(look.oak, 0.045, 0.3);
  const tile = { width: 0.108, height: 0.108, shift: 0, gloss: 0.03, rough: 0.3 };
  return {
    ...things(),
    base: oak,
    upper: oak,
    island: oak,
    hood: oak,
    shelf: oak,
    'mirror-frame': oak,
    hardware: metal(hex(look.metal), 0.5),
    counter: laminate(hex(look.top), hex(look.speck)),
    splash: tiles({
      ...tile,
      colour: hex(look.tile),
      grout: hex('#9C8A69'),
      uneven: 0.1,
      flower: look.flower,
    }),
    wall: plain(hex(look.wall), {}, 0.06),
    ceiling: plain(hex('#E3D9C3')),
    trim: plain(hex('#E2D4B4'), { gloss: 0.03, rough: 0.5 }),
    floor:
      variant === 1
        ? planks(wood('#B88A54', '#8E6032', 0.011, 0.45), 2, 0.07, 0.4)
        : tiles({
            ...tile,
            colour: hex('#B99B74'),
            grout: hex('#8A7459'),
            width: 0.33,
            height: 0.33,
            uneven: 0.2,
            flower: 0,
          }),
    fabric: plain(hex('#A0785C'), {}, 0.1),
    lamp: metal(hex('#8A6A3A'), 0.45),
    'lamp-inside': plain(hex('#E2D2AC')),
    kettle: metal(hex('#A5A29B'), 0.3),
    vase: plain(hex('#8B6B4E'), { gloss: 0.04, rough: 0.3 }),
    pot: plain(hex('#9C5B3F')),
    'book-a': plain(hex('#7A4A34')),
    'book-b': plain(hex('#8F7B4E')),
    'book-c': plain(hex('#5B5A43')),
  };
}

/** The same room, refinished. */
export function fresh(choices: Choices): Palette {
  const paint = (name: Paint) => lacquer(hex(PAINTS[name]));
  const hardware = HARDWARE[choices.hardware];
  return {
    ...things(),
    base: paint(choices.base),
    upper: paint(choices.upper),
    island: paint(choices.island),
    hood: paint(choices.upper),
    shelf: timber(PALE, 0.03, 0.5),
    'mirror-frame': hardware(),
    hardware: hardware(),
    counter: quartz(hex('#EFEAE1'), hex('#A79C8D')),
    splash: splash(choices.splash, hex(choices.splashColour)),
    wall: plain(hex(choices.wall), {}, 0.015),
    ceiling: plain(hex('#F6F3EC'), {}, 0.01),
    trim: plain(hex('#F3EFE7'), { gloss: 0.035, rough: 0.5 }, 0.01),
    floor: FLOORS[choices.floor](),
    fabric: plain(hex('#E6DCCB'), {}, 0.06),
    lamp: hardware(),
    'lamp-inside': plain(hex('#F7EBD2')),
    kettle: plain(hex('#DFD5C2'), { gloss: 0.05, rough: 0.15 }),
    vase: plain(hex('#E2D8C8'), { gloss: 0.035, rough: 0.4 }, 0.05),
    pot: plain(hex('#C98B6B'), {}, 0.08),
    'book-a': plain(hex('#B4472A')),
    'book-b': plain(hex('#E9DFCB')),
    'book-c': plain(hex('#2F4A43')),
  };
}
