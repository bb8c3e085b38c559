import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from './fixtures';

/** Fails if the bytes are no PDF, or if a text is missing in it. The texts are checked only if `pdftotext` is installed. */
export async function expectPdf(bytes: Buffer, ...named: readonly string[]): Promise<void> {
  expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  const folder = await mkdtemp(join(tmpdir(), 'shop-pdf-'));
  const file = join(folder, 'file.pdf');
  await writeFile(file, bytes);
  try {
    const { stdout } = await promisify(execFile)('pdftotext', ['-layout', file, '-']);
    for (const words of named) expect(stdout).toContain(words);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}
