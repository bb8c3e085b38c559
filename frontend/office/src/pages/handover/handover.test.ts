import { expect, test } from 'vitest';
import { orderIn } from '../../test_data';
import { reasonNotToShip, withKept, withParcel, withTracking } from './handover';

const first = orderIn('packed', ['shipped'], { orderNumber: 'VM-1' });
const second = orderIn('packed', ['shipped'], { orderNumber: 'VM-2' });

test('a tracking number belongs to the order that was scanned last, and to one only', () => {
  let { parcels, problem } = withTracking([], 'AWB1');
  expect(problem).toContain('Scan an order first');
  ({ parcels } = withTracking(withParcel(parcels, first), 'AWB1'));
  ({ parcels, problem } = withTracking(withParcel(parcels, second), 'AWB1'));
  expect(problem).toBe('AWB1 belongs to VM-1.');
  ({ parcels } = withTracking(parcels, 'AWB2'));
  expect(parcels.map(({ order, trackingNumber }) => [order.orderNumber, trackingNumber])).toEqual([
    ['VM-1', 'AWB1'],
    ['VM-2', 'AWB2'],
  ]);
  const again = withParcel(parcels, first);
  expect(again.map(({ trackingNumber }) => trackingNumber)).toEqual(['AWB2', 'AWB1']);
});

test('only packed orders go out', () => {
  expect(reasonNotToShip(first)).toBeUndefined();
  expect(reasonNotToShip(orderIn('confirmed', ['packed']))).toContain(
    '“To pack”, so it cannot be handed over',
  );
});

test('a parcel that is scanned before its kept list is restored keeps its number, and comes last', () => {
  const kept = [['VM-1', 'AWB1'] as const, ['VM-2', 'AWB2'] as const];
  expect(withKept(kept, [['VM-1', '']])).toEqual([
    ['VM-2', 'AWB2'],
    ['VM-1', 'AWB1'],
  ]);
  expect(withKept(kept, [['VM-3', 'AWB3']])).toEqual([...kept, ['VM-3', 'AWB3']]);
});
