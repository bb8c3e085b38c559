import type { Page } from '@playwright/test';

/** Puts an empty page where the contact page embeds its map, so that no test depends on another site. */
export async function stubMap(page: Page): Promise<void> {
  await page.route('https://www.google.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Map</title></html>',
    }),
  );
}
