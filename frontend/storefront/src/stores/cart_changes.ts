// Changes of the cart by the shopper. The first visit does not load this code.
import {
  type CartItem,
  clampQuantity,
  countItems,
  isSameLine,
  mergeItems,
  soldItems,
} from '../rules/cart_items';
import { changeCart, repriceByList } from './cart';

/** The key of a cart line. */
export type Line = Pick<CartItem, '_id' | 'selectedWeight'>;

/** Adds packs to the cart. Returns how many fitted within the limits. */
export function addToCart(added: readonly CartItem[]): number {
  let fitted = 0;
  changeCart((before) => {
    const after = mergeItems(before, added);
    fitted = countItems(after) - countItems(before);
    return repriceByList(after);
  });
  return fitted;
}

/** Removes a line from the cart. */
export function removeFromCart(line: Line): void {
  changeCart((items) => items.filter((item) => !isSameLine(item, line)));
}

/** Sets the number of packs of a line, at least 1. */
export function setQuantity(line: Line, quantity: number): void {
  const update = (item: CartItem) => ({ ...item, quantity: clampQuantity(quantity) });
  changeCart((items) => items.map((item) => (isSameLine(item, line) ? update(item) : item)));
}

/** Removes the ordered packs from the cart. Packs that another tab added meanwhile stay. */
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
