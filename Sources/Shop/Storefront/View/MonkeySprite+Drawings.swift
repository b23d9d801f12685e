// The drawings of `MonkeySprite`.
extension MonkeySprite {
    /// As high as the monkey in characters, with room for things on the right.
    static let small = MonkeySprite(
        width: 26, height: 14,
        head: Part(
            0, 0,
            """
            ........b.b.......
            ......bbbbbb......
            ....bbhhhhhbbb....
            ...bhhbbbbbhhbb...
            ...bbfffbbfffbb...
            ..bbffffffffffbb..
            .bbbffffffffffbbb.
            bfbbffffffffffbbfb
            bfbbffffffffffbbfb
            .bbfeeeeddeeeefbb.
            ..beeeeeeeeeeeeb..
            ..deeeeeeeeeeeed..
            ...ddeeeeeeeedd...
            .....dddddddd.....
            """),
        openEyes: Part(
            5, 6,
            """
            wk....wk
            kk....kk
            kk....kk
            """),
        laughingEyes: Part(
            4, 6,
            """
            ..k....k..
            .k.k..k.k.
            pp......pp
            """),
        closedEyes: Part(
            5, 8,
            """
            kkk..kkk
            """),
        sadEyes: Part(
            4, 5,
            """
            ..d....d..
            .d......d.
            ..kw..kw..
            ..kk..kk..
            """),
        tear: Part(
            5, 8,
            """
            c
            c
            c
            """),
        sunglasses: Part(
            3, 6,
            """
            kkkkkkkkkkkk
            .kkkk..kkkk.
            .kkkk..kkkk.
            """),
        smile: Part(
            6, 10,
            """
            m....m
            .mmmm.
            """),
        laugh: Part(
            5, 10,
            """
            mmmmmmmm
            .mttttm.
            ..mmmm..
            """),
        smirk: Part(
            6, 10,
            """
            ....mm
            mmmm..
            """),
        longing: Part(
            6, 11,
            """
            mmmmmm
            ...tt.
            """),
        frown: Part(
            6, 11,
            """
            .mmmm.
            m....m
            """),
        snore: Part(
            8, 11,
            """
            mm
            mm
            """),
        shut: Part(
            7, 11,
            """
            mmmm
            """),
        chew: Part(
            6, 11,
            """
            mttttm
            .mmmm.
            """),
        letters: Part(
            18, 0,
            """
            ...zzzzz
            ......z.
            .....z..
            ....z...
            ...zzzzz
            ........
            .zzzz...
            ...z....
            ..z.....
            .zzzz...
            """),
        banana: Part(
            18, 3,
            """
            ......d.
            .....yy.
            .....yyy
            ....wyys
            ....yyys
            ...wyyss
            ..yyyys.
            .yyyyss.
            yyyyss..
            .ssss...
            """),
        crumbs: Part(
            19, 12,
            """
            .s..s.
            s....s
            """),
        coin: Part(
            0, 0,
            """
            .hh.
            hwyh
            hyyh
            .hh.
            """),
        coins: [
            [(20, 0)], [(22, 4), (18, 0)], [(21, 9), (19, 4), (22, 0)], [(20, 6), (18, 10), (22, 10)],
        ],
        glint: Part(
            0, 0,
            """
            .w
            w.
            """),
        glints: [(4, 7), (6, 7), (10, 7), (12, 7)],
        eaten: [0, 3, 5, 7, 10])

    /// For windows with enough room.
    static let large = MonkeySprite(
        width: 32, height: 28,
        head: Part(
            1, 0,
            """
            ...........b....b.............
            ............bb.bb.............
            ..........bbbbbbbbbb..........
            ........bbbbhhhhhbbbbb........
            .......bbbhhhhhhhhhbbbb.......
            ......bbbhhhbbbbbhhhbbbb......
            .....bbbbbbbbbbbbbbbbbbbb.....
            ....bbbbbffffbbbbffffbbbbb....
            ....bbbfffffffbbfffffffbbb....
            ...bbbfffffffffffffffffbbb....
            .bbbbbffffffffffffffffffbbbbb.
            bbbbbbffffffffffffffffffbbbbbb
            bbffbbffffffffffffffffffbbffbb
            bfffbbffffffffffffffffffbbfffb
            bfffbbffffffffffffffffffbbfffb
            bbffbbffffffffffffffffffbbffbb
            dbbbbbfffffeeeeeeeefffffbbbbbd
            .dbbbbffeeeeeeeeeeeeeeffbbbbd.
            ..dddbfeeeeekeeeekeeeeefbddd..
            ....bfeeeeeeeeeeeeeeeeeefb....
            ....dfeeeeeeeeeeeeeeeeeefd....
            ....dfeeeeeeeeeeeeeeeeeefd....
            ....ddfeeeeeeeeeeeeeeeefdd....
            .....ddfeeeeeeeeeeeeeefdd.....
            ......ddffeeeeeeeeeeffdd......
            .......dddffffffffffddd.......
            .........dddddddddddd.........
            ............dddddd............
            """),
        openEyes: Part(
            10, 10,
            """
            .kk.....kk.
            kwwk...kwwk
            kwkk...kwkk
            kkkk...kkkk
            .kk.....kk.
            """),
        laughingEyes: Part(
            7, 11,
            """
            ....kk......kk....
            ...k..k....k..k...
            ..k....k..k....k..
            ..................
            ..................
            ppp............ppp
            ppp............ppp
            """),
        closedEyes: Part(
            9, 12,
            """
            k....k..k....k
            .kkkk....kkkk.
            """),
        sadEyes: Part(
            9, 8,
            """
            ...dd....dd...
            .dd........dd.
            d............d
            ..kk......kk..
            .kkkk....kkkk.
            .kwkk....kwkk.
            ..kk......kk..
            """),
        tear: Part(
            9, 15,
            """
            .c.
            ccc
            ccc
            .c.
            """),
        sunglasses: Part(
            5, 9,
            """
            kkkkkkkkkkkkkkkkkkkkkk
            ...kkkkkkk..kkkkkkk...
            ...kkkkkkk..kkkkkkk...
            ...kkkkkkk..kkkkkkk...
            ....kkkkk....kkkkk....
            """),
        smile: Part(
            11, 21,
            """
            m........m
            .mm....mm.
            ...mmmm...
            """),
        laugh: Part(
            10, 20,
            """
            mmmmmmmmmmmm
            mwwwwwwwwwwm
            .mmmttttmmm.
            ...mttttm...
            """),
        smirk: Part(
            11, 20,
            """
            .........m
            .......mm.
            mmmmmmm...
            """),
        longing: Part(
            12, 21,
            """
            mmmmmmmm
            ....tttm
            ....ttt.
            .....t..
            """),
        frown: Part(
            12, 21,
            """
            ..mmmm..
            .m....m.
            m......m
            """),
        snore: Part(
            14, 21,
            """
            .mm.
            mmmm
            .mm.
            """),
        shut: Part(
            13, 21,
            """
            mmmmmm
            """),
        chew: Part(
            12, 20,
            """
            .mmmmmm.
            mttttttm
            .mmmmmm.
            """),
        letters: Part(
            26, 0,
            """
            .zzzzz
            ....z.
            ...z..
            ..z...
            .zzzzz
            ......
            ..zzzz
            ....z.
            ...z..
            ..zzzz
            """),
        banana: Part(
            21, 15,
            """
            ........d.
            ......yyy.
            ......yyyy
            .....wyyys
            .....yyyys
            ....wyyyys
            ...wyyyyss
            ..yyyyyyss
            .yyyyyyss.
            yyyyyysss.
            yyyyysss..
            .sssss....
            ..dd......
            """),
        crumbs: Part(
            23, 26,
            """
            s..s..s
            ..s....
            """),
        coin: Part(
            0, 0,
            """
            .hhh.
            hywyh
            hwyyh
            hyyyh
            .hhh.
            """),
        coins: [
            [(2, 0), (27, 3)], [(0, 6), (26, 10), (26, -1)], [(1, 15), (26, 18), (1, 2), (26, 7)],
            [(2, 18), (0, 23), (5, 23), (25, 18), (22, 23), (27, 23)],
        ],
        glint: Part(
            0, 0,
            """
            ..w
            .w.
            w..
            """),
        glints: [(9, 10), (11, 10), (18, 10), (20, 10)],
        eaten: [0, 4, 7, 9, 13])
}
