/** Clicks the first button with this name, in the topmost open dialog if there is one. */
export async function press(page, name) {
  const dialogs = page.locator('dialog[open]');
  const place = (await dialogs.count()) > 0 ? dialogs.last() : page;
  await place.getByRole('button', { name }).first().click();
}
