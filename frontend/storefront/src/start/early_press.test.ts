import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepEarlyPress } from './early_press';

const root = document.createElement('div');
const pressed = vi.fn<(name: string | null) => void>();

/** The listener that hydration adds. */
function listen({ target }: Event) {
  pressed((target as Element).textContent);
}

beforeEach(() => {
  root.innerHTML =
    '<button type="button"><b>Menu</b></button><button type="button">Pause</button><form><button>Search</button></form>';
  root.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
  document.body.append(root);
});

afterEach(() => {
  root.removeEventListener('click', listen);
  pressed.mockReset();
});

function press(selector: string) {
  root.querySelector<HTMLElement>(selector)?.click();
}

test('the last button pressed too early is pressed again, once', () => {
  const give = keepEarlyPress(root);
  press('button:nth-of-type(2)');
  press('b');
  root.addEventListener('click', listen);
  give();
  give();
  expect(pressed.mock.calls).toEqual([['Menu']]);
});

test('a form that was sent is not sent again', () => {
  const give = keepEarlyPress(root);
  press('b');
  press('form button');
  root.addEventListener('click', listen);
  give();
  expect(pressed).not.toHaveBeenCalled();
});

test('a button that is gone is forgotten', () => {
  const give = keepEarlyPress(root);
  press('b');
  root.addEventListener('click', listen);
  root.replaceChildren();
  give();
  expect(pressed).not.toHaveBeenCalled();
});
