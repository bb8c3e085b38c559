// node sheet.mjs [plant...]   -> out/sheet.png: the drawings side by side, and what part of its box each fills
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plants } from './kit/botany.mjs';
import { OUT, open, raster } from './kit/browser.mjs';
import { K, plantColours } from './kit/palette.mjs';

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(plants);
const columns = Math.min(4, names.length);
const w = columns * 450;
const h = Math.ceil(names.length / columns) * 450;
const cells = names.map(
  (name, i) =>
    `<g id="${name}" transform="translate(${(i % columns) * 450 + 25} ${Math.floor(i / columns) * 450 + 25})">` +
    `${plants[name](plantColours[name])}</g>`,
);
const svg = (size, content) =>
  `<svg width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size[0]} ${size[1]}">${content}</svg>`;

const browser = await open();
try {
  await mkdir(OUT, { recursive: true });
  await writeFile(
    join(OUT, 'sheet.png'),
    await raster(browser, svg([w, h], cells.join('')), w, h, 1, { bg: K.khadi }),
  );
  const page = await browser.newPage();
  await page.setContent(svg([w, h], cells.join('')));
  const boxes = await page.evaluate(
    (all) =>
      all.map((name) => {
        const { x, y, width, height } = document.getElementById(name).getBBox();
        return [name, [x, y, x + width, y + height].map(Math.round)];
      }),
    names,
  );
  for (const [name, box] of boxes) process.stdout.write(`${name}: [${box.join(', ')}],\n`);
} finally {
  await browser.close();
}
