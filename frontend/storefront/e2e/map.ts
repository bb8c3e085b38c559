import type { Page } from '@playwright/test';

/** Replaces the contact page's map with an empty page, so that no test depends on another site. */
export async function stubMap(page: Page): Promise<void> {
  await page.route('https://www.google.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Map</title></html>',
    }),
  );
}
