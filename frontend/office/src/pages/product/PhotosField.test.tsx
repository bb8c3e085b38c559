import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../test_page';
import { PhotosField } from './PhotosField';

function Field() {
  const [photos, setPhotos] = useState(['/photos/front.webp', '/photos/back.webp']);
  return (
    <>
      <PhotosField photos={photos} problem={undefined} isReadOnly={false} onChange={setPhotos} />
      <output>{photos.join(' ')}</output>
    </>
  );
}

test('a photo that is taken out while others are sent does not come back', async () => {
  const answers: (() => void)[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => {
      const sent = answers.length + 1;
      await new Promise<void>((resolve) => answers.push(resolve));
      return Response.json({ success: true, data: { photo: `/photos/new-${sent}.webp` } });
    }),
  );
  const { user, container } = show(<Field />);
  const field = container.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field) throw new Error('there is a field');
  const file = (name: string) => new File(['x'], name, { type: 'image/webp' });
  await user.upload(field, [file('a.webp'), file('b.webp')]);
  await waitFor(() => expect(answers).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Remove photo 2' }));
  answers[0]?.();
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await screen.findByText('Add photos…');
  expect(container.querySelector('output')).toHaveTextContent(
    '/photos/front.webp /photos/new-1.webp /photos/new-2.webp',
  );
});

test('the focus goes from a removed photo to the next one, and at last to “Add photos…”', async () => {
  const { user } = show(<Field />);
  await user.click(screen.getByRole('button', { name: 'Remove photo 1' }));
  expect(screen.getByRole('button', { name: 'Remove photo 1' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
  expect(screen.getByLabelText('Add photos…')).toHaveFocus();
});
