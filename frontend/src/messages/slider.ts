/** Names of what pictures that change by themselves are steered with. */
export const sliderMessages = {
  carousel: 'carousel',
  slide: 'slide',
  pause: 'Pause the pictures',
  play: 'Let the pictures change',
} as const;
