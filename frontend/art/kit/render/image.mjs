// Pictures in and out of the renderers.
import sharp from 'sharp';
import { clamp, linear, mix } from './maths.mjs';

const bytesOf = (source) =>
  typeof source === 'string' && source.startsWith('data:')
    ? Buffer.from(source.slice(source.indexOf(',') + 1), 'base64')
    : source;

/** Reads a picture (bytes, data address or file name) as RGBA. */
export async function load(source) {
  const { data, info } = await sharp(bytesOf(source))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { w: info.width, h: info.height, d: data };
}

/** The linear colour at (u,v) of a picture, between its pixels, written into `out`. */
export function sample(image, u, v, out) {
  const x = clamp(u) * (image.w - 1.001);
  const y = clamp(v) * (image.h - 1.001);
  const xi = x | 0;
  const yi = y | 0;
  const fx = x - xi;
  const fy = y - yi;
  const i = (yi * image.w + xi) * 4;
  const j = i + image.w * 4;
  const { d } = image;
  for (let k = 0; k < 3; k++)
    out[k] = mix(
      mix(linear[d[i + k]], linear[d[i + 4 + k]], fx),
      mix(linear[d[j + k]], linear[d[j + 4 + k]], fx),
      fy,
    );
}

/** A blank RGBA picture. */
export const blank = (w, h) => ({ w, h, d: new Uint8ClampedArray(w * h * 4) });

/** The picture as PNG bytes. */
export const png = ({ w, h, d }) =>
  sharp(Buffer.from(d.buffer, d.byteOffset, d.byteLength), { raw: { width: w, height: h, channels: 4 } })
    .png({ compressionLevel: 6 })
    .toBuffer();

/** The picture on top of soft dark ellipses: x, y, rx, ry, blur and opacity each, in units of which `S` make a pixel. */
export async function onShadow(picture, S, ellipses) {
  const shadows = ellipses.map(
    ([x, y, rx, ry, blur, opacity], i) =>
      `<filter id="b${i}" x="-50%" y="-200%" width="200%" height="500%"><feGaussianBlur stdDeviation="${blur * S}"/></filter>` +
      `<ellipse cx="${x * S}" cy="${y * S}" rx="${rx * S}" ry="${ry * S}" fill="#26160a" fill-opacity="${opacity}" filter="url(#b${i})"/>`,
  );
  const { w, h } = picture;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${shadows.join('')}</svg>`;
  return sharp(Buffer.from(svg))
    .composite([{ input: await png(picture) }])
    .png({ compressionLevel: 6 })
    .toBuffer();
}
