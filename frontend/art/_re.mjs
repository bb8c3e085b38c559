import fs from 'node:fs'; import sharp from 'sharp'; import { publish } from './publish.mjs';
for (const n of ['ashwagandha-angle','b12-angle','diabetes-support-angle','moringa-angle']) await publish(await sharp(`out/${n}.png`).sharpen({ sigma: 0.6 }).png().toBuffer(), `images/products/${n}`, [400, 800]);
