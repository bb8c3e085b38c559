import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PageTitle, setPageTitle } from './PageTitle';

test('the title of a page that comes is said politely, and of the first page only by the document', () => {
  document.title = 'Home · Vanmool';
  const { container } = render(<PageTitle />);
  const region = container.querySelector('[aria-live="polite"]');
  setPageTitle('Home · Vanmool');
  expect(region).toBeEmptyDOMElement();
  act(() => setPageTitle('Your cart · Vanmool'));
  expect(document.title).toBe('Your cart · Vanmool');
  expect(region).toHaveTextContent('Your cart · Vanmool');
});
