/** The address of a packed height map: data_plugin.ts. */
declare module "*?heights" {
    const address: string;
    export default address;
}
