import type { Studio } from '../../../../src/features/request/preparePicture';

export interface Drawn {
  width: number;
  height: number;
  type: string;
  quality: number | undefined;
}

/** A studio without a canvas: it records what would be encoded. `sizeOf` gives the encoded size. */
export function fakeStudio(options: {
  width?: number;
  height?: number;
  alpha?: number;
  decodes?: boolean;
  sizeOf?: (drawn: Drawn) => number;
}) {
  const { width = 4000, height = 3000, alpha = 255, decodes = true, sizeOf = () => 100 } = options;
  const drawn: Drawn[] = [];
  let closed = 0;
  const studio: Studio = {
    decode: () =>
      decodes
        ? Promise.resolve({ source: {} as never, width, height, close: () => (closed += 1) })
        : Promise.reject(new Error('not decodable')),
    make: (width, height) => ({
      context: new Proxy({} as CanvasRenderingContext2D, {
        set: () => true,
        get: (_, name) =>
          name === 'getImageData'
            ? () => ({ data: new Uint8ClampedArray([1, 2, 3, alpha]) })
            : () => undefined,
      }),
      encode: (type, quality) => {
        const picture = { width, height, type, quality };
        drawn.push(picture);
        return Promise.resolve(new Blob([new Uint8Array(sizeOf(picture))], { type }));
      },
    }),
  };
  return { studio, drawn, closed: () => closed };
}
