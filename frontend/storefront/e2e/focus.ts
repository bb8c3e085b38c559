import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures';

/** Fails if the focused element is off the screen or covered. */
export async function expectSeen(focused: Locator): Promise<void> {
  const covered = await focused.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there === null || !(element.contains(there) || there.contains(element));
  });
  expect(covered, `${focused} has the focus but cannot be seen`).toBe(false);
}

/** Presses Tab until this element has the focus. */
export async function tabTo(page: Page, wanted: Locator, atMost = 60): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let press = 0; press < atMost; press++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      await expectSeen(wanted);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${wanted} cannot be reached by Tab`);
}

function isOnSomething(): boolean {
  const { activeElement } = document;
  return activeElement !== null && activeElement !== document.body && activeElement.checkVisibility();
}

/** Fails if no visible element has the focus: keyboard users would start from the top of the page again. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isOnSomething), 'what has the focus is shown').toBe(true);
}

/**
 * Opens a dialog by key and closes it in every way. Each time, the focus must be in the dialog and then back on the opener. `look` is
 * called while it is open.
 */
export async function expectFocusBack(
  page: Page,
  opener: Locator,
  look?: (dialog: Locator) => Promise<void>,
): Promise<void> {
  const dialog = page.getByRole('dialog');
  // The browser closes a dialog before the page knows it, and keys pressed in between open nothing.
  const titles = page.locator('dialog h2');
  const others = await titles.count();
  const leave = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).first().press('Enter'),
    () => dialog.getByRole('button', { name: WAY_BACK }).press('Enter'),
  ];
  if (look) {
    // `look` may change the screen size, which may render the opener again.
    await opener.press('Enter');
    await expect(dialog).toBeVisible();
    await look(dialog);
    await page.keyboard.press('Escape');
    await expect(titles).toHaveCount(others);
  }
  for (const [way, go] of leave.entries()) {
    // oxlint-disable no-await-in-loop -- one opening after the other
    await opener.press('Enter');
    await expect(dialog).toBeVisible();
    const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(isInside, 'the focus is in the dialog').toBe(true);
    const hasWay = way < 2 || (await dialog.getByRole('button', { name: WAY_BACK }).count()) === 1;
    await (hasWay ? go() : page.keyboard.press('Escape'));
    await expect(titles).toHaveCount(others);
    await expect(opener, 'the focus is back at what opened the dialog').toBeFocused();
    // oxlint-enable no-await-in-loop
  }
}

/** Labels of the button that closes a dialog without an action. */
const WAY_BACK = /^(Back|Cancel|Keep it|Stay|No, .*)$/;

/** Tabs through the focusable elements of a part. Returns those that were not reached, or were covered. */
export async function lostByTab(page: Page, part: Locator): Promise<string[]> {
  const count = await part.evaluate((root) => {
    const groups = new Set<string>();
    const all = [
      ...root.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex="0"]',
      ),
    ];
    const reachable = all.filter((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]')) return false;
      if (element.matches(':disabled, [tabindex="-1"]')) return false;
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
      // Tab reaches one radio of a group: the checked one.
      if (!element.checked && root.querySelector(`input[type=radio][name="${element.name}"]:checked`))
        return false;
      const isFirst = !groups.has(element.name);
      groups.add(element.name);
      return isFirst;
    });
    for (const [at, element] of reachable.entries()) element.dataset.at = String(at);
    return reachable.length;
  });
  const reached = new Set<string>();
  const lost: string[] = [];
  await page.evaluate(() => document.querySelector<HTMLElement>('main')?.focus());
  for (let press = 0; press < count + 20 && reached.size < count; press++) {
    // oxlint-disable-next-line no-await-in-loop -- one press after the other
    await page.keyboard.press('Tab');
    // oxlint-disable-next-line no-await-in-loop -- as above
    const now = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { left, top, width, height } = element.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      // An element for screen readers only is shown by its surroundings.
      const isHidden = width <= 1;
      const isSeen = isHidden || (there !== null && (element.contains(there) || there.contains(element)));
      // A field over its label shows its focus by the frame around it.
      const isRinged = [element, element.parentElement].some(
        (each) => isHidden || (each && getComputedStyle(each).outlineStyle !== 'none'),
      );
      return { at: element.dataset.at, name: element.outerHTML.slice(0, 120), isSeen, isRinged };
    });
    // A date field has several tab stops.
    if (now.at === undefined || reached.has(now.at)) continue;
    reached.add(now.at);
    if (!now.isSeen) lost.push(`covered: ${now.name}`);
    if (!now.isRinged) lost.push(`without a ring: ${now.name}`);
  }
  const never = await part
    .locator('[data-at]')
    .evaluateAll(
      (all, seen) =>
        all
          .filter((element) => !seen.includes((element as HTMLElement).dataset.at ?? ''))
          .map((element) => element.outerHTML.slice(0, 120)),
      [...reached],
    );
  return [...lost, ...never.map((element) => `never reached: ${element}`)];
}
