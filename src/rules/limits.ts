/** How much a member may have until plans say otherwise. */
/** Queries in one import. */
export const importLinesMax = 5_000;
export const keywordCountMax = 5_000;
export const pushDeviceCountMax = 20;
export const websiteCountMax = 2_000;
