export default {
  /** What took effect so far: [{ id: 4711, event: "case_file.payment.confirmed" }, ...] */
  async processed() {
    const answer = await fetch("http://127.0.0.1:3000/test-support/processed");
    return answer.json();
  },
};
