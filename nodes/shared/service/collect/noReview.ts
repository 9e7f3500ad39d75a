/** Statuses of a request whose translation is there and needs no approval: production shows them. */ // C
export const NO_REVIEW_NEEDED: readonly string[] = ['COMPLETED_NO_NEED_TO_TRANSLATE', 'COMPLETED_COPY_BACK', 'COMPLETED'];
