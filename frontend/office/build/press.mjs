/** Presses the first button of a name: in the dialog that is open on top, where one is. */
export async function press(page, name) {
  const dialogs = page.locator('dialog[open]');
  const place = (await dialogs.count()) > 0 ? dialogs.last() : page;
  await place.getByRole('button', { name }).first().click();
}
