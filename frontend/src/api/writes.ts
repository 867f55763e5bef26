let underWay = 0;

/** The number of write requests without a response: leaving the page now would lose their results. */
export const pendingWrites = () => underWay;

export async function trackWrite<T>(work: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
  }
}
