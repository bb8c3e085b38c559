// What a shopper does to the cart. The first visit does without it.
import {
  type CartItem,
  clampQuantity,
  countItems,
  isSameLine,
  mergeItems,
  soldItems,
} from '../rules/cart_items';
import { changeCart, repriceByList } from './cart';

/** What tells two lines of a cart apart. */
export type Line = Pick<CartItem, '_id' | 'selectedWeight'>;

/** Adds packs to the cart; answers how many fitted within the limits. */
export function addToCart(added: readonly CartItem[]): number {
  let fitted = 0;
  changeCart((before) => {
    const after = mergeItems(before, added);
    fitted = countItems(after) - countItems(before);
    return repriceByList(after);
  });
  return fitted;
}

/** Takes a line out of the cart. */
export function removeFromCart(line: Line): void {
  changeCart((items) => items.filter((item) => !isSameLine(item, line)));
}

/** Sets how many packs a line has, at least 1. */
export function setQuantity(line: Line, quantity: number): void {
  const update = (item: CartItem) => ({ ...item, quantity: clampQuantity(quantity) });
  changeCart((items) => items.map((item) => (isSameLine(item, line) ? update(item) : item)));
}

/** Takes what was ordered out of the cart. What another tab added meanwhile stays. */
export function takeOrdered(ordered: readonly CartItem[]): void {
  changeCart((items) =>
    soldItems(items).flatMap((item) => {
      const packs = ordered.find((line) => isSameLine(line, item))?.quantity ?? 0;
      return item.quantity > packs ? [{ ...item, quantity: item.quantity - packs }] : [];
    }),
  );
}

/** Empties the cart. */
export function clearCart(): void {
  changeCart(() => []);
}
