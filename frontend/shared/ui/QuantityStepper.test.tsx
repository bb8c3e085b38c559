import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QuantityStepper } from './QuantityStepper';

test('a changed quantity is read out', () => {
  render(<QuantityStepper label="Karela Powder" quantity={2} min={0} max={9} onChange={() => {}} />);
  expect(screen.getByText('2')).toHaveAttribute('aria-live', 'polite');
});
