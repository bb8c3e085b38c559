import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EmailLink } from './EmailLink';

test('an address adds neither copies nor words to the mail', () => {
  const email = 'a?bcc=me@x&body=pay%20me@evil.example';
  render(<EmailLink email={email} />);
  const link = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: email }).href);
  expect(link.search).toBe('');
  expect(decodeURIComponent(link.pathname)).toBe(email);
});

test('an ordinary address stays as it is', () => {
  render(<EmailLink email="asha.patel+shop@gmail.com" />);
  expect(decodeURIComponent(screen.getByRole<HTMLAnchorElement>('link').href)).toBe(
    'mailto:asha.patel+shop@gmail.com',
  );
});

test('every link to a mail is made here', () => {
  const sources = join(import.meta.dirname, '..');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  const linking = files.filter((path) => readFileSync(join(sources, path), 'utf8').includes('mailto:'));
  expect(linking.sort()).toEqual(['ui/EmailLink.test.tsx', 'ui/EmailLink.tsx']);
});
