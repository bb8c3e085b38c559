// A lens: what lies beyond the plane of focus grows soft.
import sharp from 'sharp';
import { smooth } from '../render/maths.mjs';

const raw = (d, w, h, channels) =>
  sharp(Buffer.from(d.buffer, d.byteOffset, d.byteLength), { raw: { width: w, height: h, channels } });

/** Blurs a photograph (of `photograph`) from depth `near` on, fully at `far`. */
export async function throughLens(picture, { near, far, blur }) {
  const { w, h, d, depth } = picture;
  const { data: veiled } = await raw(d, w, h, 4).blur(blur).raw().toBuffer({ resolveWithObject: true });
  const mask = Uint8ClampedArray.from(depth, (z) => 255 * smooth(near, far, z));
  // The mask is softened too, so that no edge is cut out.
  const soft = await raw(mask, w, h, 1)
    .blur(blur * 0.5)
    .extractChannel(0)
    .raw()
    .toBuffer();
  const out = new Uint8ClampedArray(d.length);
  for (let k = 0; k < w * h; k++) {
    // Sharp things before a soft background keep their edge.
    const t = Math.min(soft[k], mask[k]) / 255;
    for (let c = 0; c < 4; c++) out[k * 4 + c] = d[k * 4 + c] * (1 - t) + veiled[k * 4 + c] * t;
  }
  return { w, h, d: out };
}
