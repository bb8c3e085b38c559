// The lit packs and heaps that stand in the scenes: rendered once, kept in the art's out folder.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OUT } from '../kit/browser.mjs';
import { product } from '../kit/products.mjs';
import { sprite } from '../kit/sprites.mjs';

/** Where a pack's body lies inside its rendered picture, in the renderer's own units. */
const frames = {
  pouch: { width: 1100, height: 1360, axis: 500, foot: 1222, body: 1138 },
  box: { width: 1300, height: 1180, axis: 540, foot: 1040, body: 880 },
  heap: { width: 760, height: 430, axis: 380, foot: 318, body: 200 },
};

// A scene shows packs at half their card size; foil a little duller, since a scene has one window and no soft boxes.
const size = { pouch: { S: 1.15, foil: 0.28 }, box: { S: 1.15, pitch: 9.5, wt: '75 g' }, heap: { S: 1.2 } };
const turns = { ashwagandha: -25, tulsi: -29, b12: -22 };

const file = (name) => join(OUT, `scene-${name}.png`);

/** Renders a sprite ('pouch-karela', 'heap-b12') unless it is there already. */
export async function prepare(browser, name) {
  if (existsSync(file(name))) return;
  const [kind, id] = name.split(/-(.*)/);
  const turn = kind === 'box' ? { yaw: turns[id] } : {};
  await mkdir(OUT, { recursive: true });
  await writeFile(file(name), await sprite[kind](browser, product(id), { ...size[kind], ...turn }));
}

/** Address of a sprite for an SVG drawn from a file. */
export const art = (name) => pathToFileURL(file(name)).href;

const picture = (kind, href, cx, foot, tall, shadow, squash = 1) => {
  const frame = frames[kind];
  const k = tall / frame.body;
  const [x, y] = [cx - frame.axis * k, foot - frame.foot * k * squash];
  return `<image style="filter:drop-shadow(${shadow})" href="${href}" x="${x}" y="${y}" width="${frame.width * k}" height="${frame.height * k * squash}"${squash === 1 ? '' : ' preserveAspectRatio="none"'}/>`;
};

/** A pouch standing at `foot`, `tall` pixels high. */
export const pouch = (href, cx, foot, tall, shadow = '14px 5px 16px rgba(30,12,2,.42)') =>
  picture('pouch', href, cx, foot, tall, shadow);

/** A carton standing at `foot`, `tall` pixels high. */
export const box = (href, cx, foot, tall, shadow = '6px 4px 14px rgba(30,12,2,.25)') =>
  picture('box', href, cx, foot, tall, shadow);

/** A heap of powder whose foot is `wide`; `squash` flattens it to a drift. */
export const heap = (href, cx, foot, wide, squash = 1) =>
  picture('heap', href, cx, foot, (wide / 540) * 200, '0 0 0 transparent', squash);
