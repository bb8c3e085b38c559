/** The labels of the carousel's controls. */
export const sliderWords = {
  carousel: 'carousel',
  slide: 'slide',
  pause: 'Pause the pictures',
  play: 'Let the pictures change',
};
